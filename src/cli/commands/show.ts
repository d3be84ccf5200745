import { Command } from 'commander'
import type { ScanView } from '../../service/scan-view.ts'
import type { CliDeps, ScanRecords } from '../deps.ts'
import { exitCode, misuse, type SetExit } from '../exit-code.ts'
import { mostInFull } from '../findings.ts'
import { printJson, printScan } from '../print-scan.ts'
import { addSettingFlags, forStore, settingValues } from '../setting-flags.ts'
import { excerpt } from '../style.ts'
import { table } from '../table.ts'

type Options = Readonly<{ json?: boolean; all?: boolean }>

const examples = `
Examples:
  sortie show                             the latest scans
  sortie show last                        what the latest one found
  sortie show scn_019a3c… --all           every finding of another one in full
  sortie show last --json | jq '.results[] | select(.success)'

The scans are those of the database in --data-dir: a server's and those of the command line. The exit code is 0 whatever was found.`

/** `sortie show [scan-id]`: a scan of the past, straight from the database. */
export function showCommand(deps: CliDeps, done: SetExit): Command {
  const command = new Command('show')
    .description('print an earlier scan, or list the latest ones')
    .argument('[scan-id]', 'id of the scan, as sortie show lists it, or last')
    .option('--json', 'print what GET /scans/{id} answers, or GET /scans without an id')
    .option('--all', 'print every finding in full')
  addSettingFlags(command, deps, forStore)
  return command.addHelpText('after', examples).action(async (id: string | undefined, options: Options) => {
    const records = await deps.openRecords(settingValues(command, deps))
    try {
      if (id === undefined) await list(deps, records, options)
      else await show(deps, records, id, options)
      done(exitCode.clean)
    } finally {
      await records.close()
    }
  })
}

const none = 'There are no scans yet: sortie demo makes one.'

async function show(deps: CliDeps, records: ScanRecords, name: string, options: Options): Promise<void> {
  const id = name === 'last' ? (await records.latest(1))[0]?.id : name
  if (id === undefined) throw misuse(none)
  const document = await records.document(id)
  if (options.json) return printJson(deps, document)
  await deps.terminal.err(`${excerpt(document.scan.target, 200)}, ${document.scan.created_at}\n\n`)
  await printScan(deps, document, await records.findings(id), options.all ? Number.POSITIVE_INFINITY : mostInFull)
}

async function list({ terminal }: CliDeps, records: ScanRecords, options: Options): Promise<void> {
  const scans = await records.latest(20)
  if (options.json) return terminal.out(`${JSON.stringify(scans)}\n`)
  if (scans.length === 0) return terminal.err(`${none}\n`)
  const columns = [
    { title: 'SCAN' },
    { title: 'CREATED' },
    { title: 'STATUS' },
    { title: 'GRADE' },
    { title: 'FOUND' },
    { title: 'ATTACKS' },
    { title: 'TARGET' },
  ]
  await terminal.out(`${table(columns, scans.map(toRow), terminal.isOutTty ? terminal.columns : 240).join('\n')}\n`)
}

const toRow = (scan: ScanView): readonly string[] => [
  scan.id,
  scan.created_at.slice(0, 19).replace('T', ' '),
  scan.status,
  scan.grade ?? '–',
  String(scan.vulnerabilities_found),
  `${scan.attacks_done}/${scan.attacks_planned}`,
  excerpt(scan.name === null ? scan.target : `${scan.target} (${scan.name})`, 200),
]
