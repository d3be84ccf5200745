import { Command } from 'commander'
import type { CliDeps } from '../deps.ts'
import { exitCode, type SetExit } from '../exit-code.ts'
import { addSettingFlags, settingValues } from '../setting-flags.ts'

const examples = `
Examples:
  sortie serve
  sortie serve --port 0 --data-dir ./data
  SORTIE_ADMIN_TOKEN_FILE=/run/secrets/admin sortie serve --host 0.0.0.0 --auth token

Every flag has a variable of the same name; secrets have variables only. sortie config shows what is in effect.
Scan only systems that you are allowed to test.`

/** `sortie serve`: the API until SIGINT or SIGTERM. One line on stdout says that it takes requests. */
export function serveCommand(deps: CliDeps, done: SetExit): Command {
  const command = addSettingFlags(new Command('serve').description('serve the REST API'), deps, () => true)
  return command.addHelpText('after', examples).action(async () => {
    const { terminal } = deps
    const stopped = Promise.withResolvers<void>()
    const unsubscribe = deps.onInterrupt(() => stopped.resolve())
    try {
      const service = await deps.serve(settingValues(command, deps))
      await terminal.out(`Sortie is ready at ${service.url}\n`)
      if (service.mode === 'local') await terminal.err('Try it: npx sortie demo\nScan only systems that you are allowed to test.\n')
      if (service.adminTokenFile !== undefined) await terminal.err(`The admin token is in ${service.adminTokenFile}\n`)
      await stopped.promise
      await service.close()
      done(exitCode.clean)
    } finally {
      unsubscribe()
    }
  })
}
