import { Command } from 'commander'
import { fieldErrors } from '../../domain/field-errors.ts'
import { scopes } from '../../domain/key.ts'
import { KeyInput } from '../../service/create-key.ts'
import type { CliDeps, KeyDesk } from '../deps.ts'
import { exitCode, misuse, type SetExit } from '../exit-code.ts'
import { words } from '../option-values.ts'
import { addSettingFlags, forStore, settingValues } from '../setting-flags.ts'
import { excerpt } from '../style.ts'
import { table } from '../table.ts'

const examples = `
Examples:
  sortie keys create ci
  export SORTIE_KEY=$(sortie keys create ci)     only the key itself is on stdout
  sortie keys list
  sortie keys revoke key_0198c1…

The keys are those of the database in --data-dir: a running server sees every change at once.`

/** `sortie keys create|list|revoke`: straight on the database. */
export function keysCommand(deps: CliDeps, done: SetExit): Command {
  const keys = new Command('keys').description('create, list and revoke API keys').addHelpText('after', examples)
  const { terminal } = deps
  const withDesk = async (command: Command, work: (desk: KeyDesk) => Promise<void>) => {
    const desk = await deps.openKeys(settingValues(command, deps))
    try {
      await work(desk)
      done(exitCode.clean)
    } finally {
      await desk.close()
    }
  }

  const create = new Command('create')
    .description('create a key and print it: it is shown only now')
    .argument('[name]', 'a label for people')
    .option('--scopes <list>', `what it may do: ${scopes.join(', ')} (default scans:read,scans:write)`, words('--scopes'))
    .option('--expires-at <time>', 'when it stops working, as in 2030-01-31T12:00:00Z (default never)')
    .option('--json', 'print the answer of POST /auth/api-keys')
  addSettingFlags(create, deps, forStore).action(
    async (name: string | undefined, options: Readonly<{ scopes?: readonly string[]; expiresAt?: string; json?: boolean }>) => {
      const parsed = KeyInput.safeParse({ name, scopes: options.scopes, expires_at: options.expiresAt })
      if (!parsed.success)
        throw misuse(
          fieldErrors(parsed.error).map(({ pointer, detail }) =>
            pointer.startsWith('/scopes') ? `--scopes knows ${scopes.join(', ')}.` : detail,
          )[0]!,
        )
      await withDesk(create, async (desk) => {
        const key = await desk.create(parsed.data)
        if (options.json) return terminal.out(`${JSON.stringify(key)}\n`)
        await terminal.out(`${key.key}\n`)
        await terminal.err(
          `Created ${key.id} (${excerpt(key.name, 80)}) with ${key.scopes.join(' and ')}. Keep the key: it is not shown again.\n`,
        )
      })
    },
  )

  const list = new Command('list')
    .description('list the keys, never their secrets')
    .option('--json', 'print the answer of GET /auth/api-keys')
  addSettingFlags(list, deps, forStore).action(async (options: Readonly<{ json?: boolean }>) =>
    withDesk(list, async (desk) => {
      const all = await desk.list()
      if (options.json) return terminal.out(`${JSON.stringify(all)}\n`)
      if (all.length === 0) return terminal.err('There are no keys yet: sortie keys create <name> makes one.\n')
      const rows = all.map((key) => [
        key.id,
        excerpt(key.name, 40),
        key.created_at,
        key.last_used ?? 'never',
        key.expires_at ?? 'never',
        key.scopes.join(' '),
      ])
      await terminal.out(
        `${table([{ title: 'ID' }, { title: 'NAME' }, { title: 'CREATED' }, { title: 'LAST USED' }, { title: 'EXPIRES' }, { title: 'SCOPES' }], rows, 240).join('\n')}\n`,
      )
    }),
  )

  const revoke = new Command('revoke')
    .description('revoke a key: it is refused from the next request on')
    .argument('<id>', 'id of the key, from sortie keys list')
  addSettingFlags(revoke, deps, forStore).action(async (id: string) =>
    withDesk(revoke, async (desk) => {
      if (!(await desk.revoke(id))) throw misuse(`There is no key ${excerpt(id, 60)}: sortie keys list shows them.`)
      await terminal.err(`Revoked ${id}.\n`)
    }),
  )
  for (const command of [create, list, revoke]) keys.addCommand(command)
  return keys
}
