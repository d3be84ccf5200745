import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detect } from '../../src/targets/detect/detect.ts'
import { langgraph } from '../../src/targets/protocols/langgraph.ts'
import { openTestNet } from './test-net.ts'

const signal = () => AbortSignal.timeout(30_000)

/** A port that was free a moment ago: the server wants to be told one. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

describe('LangGraph’s own server, in memory, with a graph of LangGraph’s own', () => {
  let url = ''
  let close = async (): Promise<void> => undefined
  beforeAll(async () => {
    const { startServer } = await import('@langchain/langgraph-api/server')
    const port = await freePort()
    const folder = await mkdtemp(join(tmpdir(), 'sortie-langgraph-')) // it keeps its threads in the folder that it runs in
    const started = await startServer({
      port,
      host: '127.0.0.1',
      nWorkers: 1,
      cwd: folder,
      graphs: { agent: `${fileURLToPath(new URL('servers/langgraph-graph.ts', import.meta.url))}:graph` },
    })
    url = `http://${started.host}`
    close = async () => {
      await started.cleanup()
      await rm(folder, { recursive: true, force: true })
    }
  }, 120_000)
  afterAll(() => close())

  test('is found from its bare host, and a conversation is a thread', async () => {
    const profile = await detect(url, {}, openTestNet(), signal())
    expect({ protocol: profile.protocol, conversation: profile.conversation }, profile.notes.join('\n')).toEqual({
      protocol: 'langgraph',
      conversation: 'session',
    })
    expect(profile.sample?.received).toMatch(/^The whole word is \w+\.$/)
  })

  test('is found from the address of its runs', async () => {
    const profile = await detect(`${url}/runs/wait`, {}, openTestNet(), signal())
    expect(profile.protocol, profile.notes.join('\n')).toBe('langgraph')
  })

  test('a conversation remembers, and another one does not', async () => {
    const target = langgraph.connect(`${url}/runs/wait`, {}, openTestNet())
    const conversation = target.open()
    await conversation.send('Please remember my code number: 48213', signal())
    expect((await conversation.send('What is my code number?', signal())).text).toContain('48213')
    expect((await target.open().send('What is my code number?', signal())).text).not.toContain('48213')
  })
})
