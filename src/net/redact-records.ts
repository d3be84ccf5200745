import type { ScanStore } from '../domain/ports.ts'
import type { Redactor } from '../lib/redact.ts'

/**
 * Takes a scan's secrets out of everything its worker writes down. Replies are redacted on arrival as well, but a secret
 * that comes in pieces (a token a line, in an event stream) is whole only after the protocol has put it together.
 */
export function redactRecords(scans: ScanStore, redactor: Redactor): ScanStore {
  const { deep } = redactor
  // The store's methods are its prototype's or its own: either way they are asked for on the store itself.
  return new Proxy(scans, {
    get(store, name) {
      if (name === 'record') {
        return ((lease, attempts, at) => {
          // Ids stay as they are: they are ours, and a resumed scan finds its place by them.
          const clean = attempts.map((attempt) => ({
            ...attempt,
            prompt: redactor.text(attempt.prompt),
            response: redactor.text(attempt.response),
            verdict: deep(attempt.verdict),
            ...(attempt.turns && { turns: deep(attempt.turns) }),
          }))
          return store.record(lease, clean, at)
        }) satisfies ScanStore['record']
      }
      if (name === 'update') return ((lease, change) => store.update(lease, deep(change))) satisfies ScanStore['update']
      if (name === 'finish') return ((lease, end) => store.finish(lease, deep(end))) satisfies ScanStore['finish']
      const member: unknown = Reflect.get(store, name)
      return typeof member === 'function' ? member.bind(store) : member
    },
  })
}
