import { expect, test } from 'vitest'
import { startDemoTarget } from '../../src/targets/demo/start-demo-target.ts'
import { detect } from '../../src/targets/detect/detect.ts'
import { openTestNet } from '../protocols/test-net.ts'

test.each(['demo', 'hardened'] as const)('the %s target is found out, by its endpoint and by its bare host', async (kind) => {
  const demo = await startDemoTarget({ kind })
  try {
    for (const url of [demo.url, new URL('/', demo.url).href]) {
      const profile = await detect(url, {}, openTestNet(), AbortSignal.timeout(20_000))
      expect({ protocol: profile.protocol, conversation: profile.conversation }, profile.notes.join('\n')).toEqual({
        protocol: 'openai-chat',
        conversation: 'history',
      })
      expect(profile.requests_used).toBeLessThanOrEqual(8)
    }
  } finally {
    await demo.close()
  }
})
