import { Command } from 'commander'
import type { CliDeps } from '../deps.ts'
import { exitCode, type SetExit } from '../exit-code.ts'
import { addSettingFlags, settingValues } from '../setting-flags.ts'
import { excerpt } from '../style.ts'
import { table } from '../table.ts'

const examples = `
Examples:
  sortie config
  SORTIE_PORT=9000 sortie config --json`

/** `sortie config`: what is in effect, where it comes from, secrets masked. */
export function configCommand(deps: CliDeps, done: SetExit): Command {
  const command = addSettingFlags(
    new Command('config').description('print the effective settings, secrets masked'),
    deps,
    () => true,
  ).option('--json', 'print JSON')
  return command.addHelpText('after', examples).action(async (options: Readonly<{ json?: boolean }>) => {
    const { terminal } = deps
    const lines = deps.effectiveConfig(settingValues(command, deps))
    if (options.json) await terminal.out(`${JSON.stringify(Object.fromEntries(lines.map(({ name, value }) => [name, value])))}\n`)
    else {
      const rows = lines.map(({ name, variable, value, source }) => [name, variable, source, excerpt(value, 300)])
      await terminal.out(
        `${table([{ title: 'SETTING' }, { title: 'VARIABLE' }, { title: 'FROM' }, { title: 'VALUE' }], rows, terminal.isOutTty ? terminal.columns : 240).join('\n')}\n`,
      )
    }
    done(exitCode.clean)
  })
}
