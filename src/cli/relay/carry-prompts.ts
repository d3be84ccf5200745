import type { Carrier } from './carrier.ts'
import type { RelayClient } from './relay-client.ts'

/** Carries a scan's prompts, so many at once, until the scan has ended. Throws when the server or the endpoint is lost. */
export async function carryPrompts(
  run: Readonly<{
    client: RelayClient
    id: string
    carrier: Carrier
    concurrency: number
    /** Aborted when the scan is known to have ended: who still waits for the endpoint need not. */
    ended: AbortSignal
    signal: AbortSignal
  }>,
): Promise<void> {
  const { client, id, carrier } = run
  const over = new AbortController()
  const signal = AbortSignal.any([run.signal, run.ended, over.signal])
  // The server hands a prompt out again when its time is up; one that is still on its way is not said twice.
  const onTheWay = new Set<string>()

  async function carry(): Promise<void> {
    for (;;) {
      const prompt = await client.next(id, carrier.can, signal)
      if (prompt === 'ended') return over.abort()
      if (!prompt || onTheWay.has(prompt.prompt_id)) continue
      onTheWay.add(prompt.prompt_id)
      try {
        await client.answer(id, { ...(await carrier.carry(prompt, signal)), prompt_id: prompt.prompt_id }, signal)
      } finally {
        onTheWay.delete(prompt.prompt_id)
      }
    }
  }

  async function untilEnded(): Promise<void> {
    try {
      await carry()
    } catch (error) {
      if (!over.signal.aborted && !run.ended.aborted) throw error
    }
  }

  try {
    await Promise.race([Promise.all(Array.from({ length: run.concurrency }, untilEnded)), carrier.broken])
  } finally {
    over.abort()
  }
}
