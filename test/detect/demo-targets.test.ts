import { expect, test } from 'vitest'
import { TargetConfig } from '../../src/domain/target.ts'
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

test('what is advised for a bare host works: the URL of the endpoint together with its target_config', async () => {
  const demo = await startDemoTarget({ kind: 'demo' })
  try {
    const found = await detect(new URL('/', demo.url).href, {}, openTestNet(), AbortSignal.timeout(20_000))
    expect(found.suggested_config).toBeUndefined()
    const advice = found.notes.map((note) => /^The endpoint itself is at (\S+): .* target_config (\{.*\}),/.exec(note)).find(Boolean)
    expect(advice?.[1]).toBe(demo.url)
    const config = TargetConfig.parse(JSON.parse(advice![2]!))
    const again = await detect(advice![1]!, config, openTestNet(), AbortSignal.timeout(20_000))
    expect({ protocol: again.protocol, problem: again.problem }).toEqual({ protocol: 'openai-chat', problem: undefined })
    expect(again.requests_used).toBeLessThan(found.requests_used)
  } finally {
    await demo.close()
  }
})
