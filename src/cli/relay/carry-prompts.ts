import type { Carrier } from './carrier.ts'
import type { RelayClient } from './relay-client.ts'

/** Carries a scan's prompts, so many at once, until the scan has ended. Throws when the server or the endpoint is lost. */
export async function carryPrompts(
  run: Readonly<{ client: RelayClient; id: string; carrier: Carrier; concurrency: number; signal: AbortSignal }>,
): Promise<void> {
  const { client, id, carrier } = run
  const lost = new AbortController()
  const signal = AbortSignal.any([run.signal, lost.signal])
  // The server hands a prompt out again when its time is up; one that is still on its way is not said twice.
  const onTheWay = new Set<string>()

  async function carry(): Promise<void> {
    for (;;) {
      const prompt = await client.next(id, carrier.can, signal)
      if (prompt === 'ended') return
      if (!prompt || onTheWay.has(prompt.prompt_id)) continue
      onTheWay.add(prompt.prompt_id)
      try {
        await client.answer(id, { ...(await carrier.carry(prompt, signal)), prompt_id: prompt.prompt_id }, signal)
      } finally {
        onTheWay.delete(prompt.prompt_id)
      }
    }
  }

  try {
    await Promise.race([Promise.all(Array.from({ length: run.concurrency }, carry)), carrier.broken])
  } finally {
    lost.abort()
  }
}
