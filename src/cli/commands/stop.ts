import { Command } from 'commander'
import type { CliDeps } from '../deps.ts'
import { exitCode, type SetExit } from '../exit-code.ts'
import { addSettingFlags, forStore, settingValues } from '../setting-flags.ts'

const examples = `
Example:
  sortie stop                     every server and command on this data folder stops sending within a second
  sortie resume

Running scans fail with the code cancelled and keep their results. New ones are refused until sortie resume, also after a restart.`

/** `sortie stop`: the kill switch, for whoever is at the machine. */
export function stopCommand(deps: CliDeps, done: SetExit): Command {
  const command = addSettingFlags(new Command('stop').description('stop everything that is sent to targets, at once'), deps, forStore)
  return command.addHelpText('after', examples).action(async () => {
    const mark = deps.openStopMark(settingValues(command, deps))
    mark.write(mark.read() ?? new Date().toISOString())
    await deps.terminal.err(
      'All traffic to targets is stopped and running scans are cancelled; a running server follows within a second. sortie resume lifts it.\n',
    )
    done(exitCode.clean)
  })
}

/** `sortie resume`: lifts it. */
export function resumeCommand(deps: CliDeps, done: SetExit): Command {
  const command = addSettingFlags(new Command('resume').description('let traffic flow again after sortie stop'), deps, forStore)
  return command.addHelpText('after', examples).action(async () => {
    const mark = deps.openStopMark(settingValues(command, deps))
    const wasStopped = mark.read() !== null
    mark.remove()
    await deps.terminal.err(
      wasStopped ? 'Scans may be started again; a running server follows within a second.\n' : 'Traffic was not stopped.\n',
    )
    done(exitCode.clean)
  })
}
