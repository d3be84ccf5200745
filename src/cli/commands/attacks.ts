import { Command } from 'commander'
import { stringify } from 'yaml'
import { toCategory } from '../../domain/category.ts'
import { counted } from '../../lib/counted.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { CatalogDesk, CliDeps } from '../deps.ts'
import { exitCode, misuse, type SetExit } from '../exit-code.ts'
import { addSettingFlags, forCatalog, settingValues } from '../setting-flags.ts'
import { excerpt } from '../style.ts'
import { table } from '../table.ts'

const examples = `
Examples:
  sortie attacks list
  sortie attacks list jailbreak
  sortie attacks show prompt_injection/ignore-previous-marker
  sortie attacks check --packs ./my-packs
  sortie attacks check jailbreak/pirate --packs ./my-packs
  sortie attacks stats`

/** `sortie attacks list|show|check|stats`: the catalogue, for people who choose from it or write for it. */
export function attacksCommand(deps: CliDeps, done: SetExit): Command {
  const attacks = new Command('attacks').description('list, show and check the attacks of the catalogue').addHelpText('after', examples)
  const { terminal } = deps
  const width = terminal.isOutTty ? terminal.columns : 240
  const open = (command: Command): Promise<CatalogDesk> => deps.openCatalog(settingValues(command, deps))

  const list = new Command('list')
    .description('list the categories, or the attacks of one')
    .argument('[category]')
    .option('--json', 'print JSON')
  addSettingFlags(list, deps, forCatalog).action(async (name: string | undefined, options: Readonly<{ json?: boolean }>) => {
    const desk = await open(list)
    const category = name === undefined ? undefined : toCategory(name)
    if (name !== undefined && category === undefined)
      throw misuse(`There is no category ${excerpt(name, 60)}. Known: ${desk.categories.map(({ id }) => id).join(', ')}.`)
    const chosen = category === undefined ? desk.categories : desk.attacks.filter((attack) => attack.category === category)
    if (options.json) await terminal.out(`${JSON.stringify(chosen)}\n`)
    else if (category === undefined) {
      const rows = desk.categories.map((c) => [c.id, String(c.attacks), c.worst_severity, excerpt(c.description || c.name, 300)])
      await terminal.out(
        `${table([{ title: 'CATEGORY' }, { title: 'ATTACKS' }, { title: 'WORST' }, { title: 'TESTS' }], rows, width).join('\n')}\n`,
      )
    } else {
      const rows = desk.attacks
        .filter((attack) => attack.category === category)
        .map((a) => [a.id, a.severity, a.technique, excerpt(a.name, 120)])
      await terminal.out(
        `${table([{ title: 'ATTACK', most: 80 }, { title: 'SEVERITY' }, { title: 'TECHNIQUE' }, { title: 'NAME' }], rows, width).join('\n')}\n`,
      )
    }
    done(exitCode.clean)
  })

  const show = new Command('show')
    .description('print an attack as it is written')
    .argument('<id>', 'id from sortie attacks list')
    .option('--json', 'print JSON')
  addSettingFlags(show, deps, forCatalog).action(async (id: string, options: Readonly<{ json?: boolean }>) => {
    const desk = await open(show)
    const found = desk.find(id)
    if (!found) throw misuse(`There is no attack ${excerpt(id, 80)}${nearest(id, desk)}`)
    await terminal.out(
      options.json ? `${JSON.stringify(found.attack)}\n` : `# ${found.file}\n${stringify(found.attack, { lineWidth: 110 })}`,
    )
    done(exitCode.clean)
  })

  const check = new Command('check')
    .description('try every attack on its own examples and on harmless answers, with the judge of a scan')
    .argument('[prefix]', 'only attacks whose id begins with this: a category, or an id; all of them take about a minute')
  addSettingFlags(check, deps, forCatalog).action(async (prefix: string | undefined) => {
    const desk = await open(check)
    const checked = desk.attacks.filter(({ id }) => id.startsWith(prefix ?? '')).length
    if (checked === 0) throw misuse(`There is no attack ${excerpt(prefix ?? '', 80)}${nearest(prefix ?? '', desk)}`)
    const mistakes = await desk.check(prefix)
    for (const { file, line, detail } of mistakes)
      await terminal.out(`${file}${line === undefined ? '' : `:${line}`}: ${excerpt(detail, 2000)}\n`)
    await terminal.err(
      mistakes.length === 0
        ? `${counted(checked, 'attack')} ${checked === 1 ? 'is' : 'are'} in order.\n`
        : `${counted(mistakes.length, 'mistake')} in ${counted(checked, 'attack')}.\n`,
    )
    done(mistakes.length === 0 ? exitCode.clean : exitCode.misuse)
  })

  const stats = new Command('stats')
    .description('count attacks, techniques, transforms, languages and probes')
    .option('--json', 'print JSON')
  addSettingFlags(stats, deps, forCatalog).action(async (options: Readonly<{ json?: boolean }>) => {
    const desk = await open(stats)
    const counts = desk.stats()
    const lines = counts.map(({ name, count }) => `${name.padEnd(36)} ${count.toLocaleString('en').padStart(9)}`)
    await terminal.out(
      options.json
        ? `${JSON.stringify({ catalog_version: desk.version, ...Object.fromEntries(counts.map(({ name, count }) => [name, count])) })}\n`
        : `${lines.join('\n')}\n`,
    )
    done(exitCode.clean)
  })
  for (const command of [list, show, check, stats]) attacks.addCommand(command)
  return attacks
}

/** An id that is spelt nearly so, or that shares its last words with what was typed. */
function nearest(id: string, desk: CatalogDesk): string {
  const wanted = id.toLowerCase().split('/').at(-1)!
  const ids = desk.attacks.map((attack) => attack.id)
  const close = nearestName(id, ids) ?? (wanted.length < 4 ? undefined : ids.find((known) => known.includes(wanted)))
  return close ? `: did you mean ${close}?` : ': sortie attacks list shows them.'
}
