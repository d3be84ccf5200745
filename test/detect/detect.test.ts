import { afterAll, expect, test } from 'vitest'
import type { TargetProfile } from '../../src/domain/target.ts'
import { connectTarget } from '../../src/targets/connect.ts'
import { detectBy } from '../../src/targets/detect/detect.ts'
import { serve } from '../protocols/servers/serve.ts'
import { openTestNet } from '../protocols/test-net.ts'
import { seeded } from './dice.ts'
import type { Endpoint } from './endpoint.ts'
import { fifthEndpoints } from './endpoints-fifth.ts'
import { fourthFrameworks } from './endpoints-fourth-frameworks.ts'
import { fourthManners } from './endpoints-fourth-manners.ts'
import { frameworkEndpoints } from './endpoints-frameworks.ts'
import { jsonEndpoints } from './endpoints-json.ts'
import { jsonSessions } from './endpoints-json-sessions.ts'
import { jsonStreams } from './endpoints-json-streams.ts'
import { nobodyEndpoints } from './endpoints-nobody.ts'
import { oddEndpoints } from './endpoints-odd.ts'
import { oddForms } from './endpoints-odd-forms.ts'
import { oddNobodies } from './endpoints-odd-nobody.ts'
import { otherEndpoints } from './endpoints-other.ts'
import { placeEndpoints } from './endpoints-places.ts'
import { realValidatorEndpoints } from './endpoints-real-validators.ts'
import { secondErrors } from './endpoints-second-errors.ts'
import { secondForms } from './endpoints-second-forms.ts'
import { secondNobodies } from './endpoints-second-nobody.ts'
import { strangerCalls } from './endpoints-stranger-calls.ts'
import { strangerChance } from './endpoints-stranger-chance.ts'
import { strangerDoors } from './endpoints-stranger-doors.ts'
import { strangerErrors } from './endpoints-stranger-errors.ts'
import { strangerJavaScript } from './endpoints-stranger-javascript.ts'
import { strangerPages } from './endpoints-stranger-pages.ts'
import { strangerPlatforms } from './endpoints-stranger-platforms.ts'
import { strangerServices } from './endpoints-stranger-services.ts'
import { strangerStreams } from './endpoints-stranger-streams.ts'
import { strangerTalkers } from './endpoints-stranger-talkers.ts'
import { thirdDoors } from './endpoints-third-doors.ts'
import { thirdGraphQl } from './endpoints-third-graphql.ts'
import { thirdNobodies } from './endpoints-third-nobody.ts'
import { thirdPlatforms } from './endpoints-third-platforms.ts'
import { thirdSchemas } from './endpoints-third-schemas.ts'
import { thirdShapes } from './endpoints-third-shapes.ts'
import { thirdTurns } from './endpoints-third-turns.ts'
import { thirdValidators } from './endpoints-third-validators.ts'

const describesItself = new Set(placeEndpoints)
const endpoints: readonly Endpoint[] = [
  ...jsonEndpoints,
  ...jsonSessions,
  ...jsonStreams,
  ...otherEndpoints,
  ...frameworkEndpoints,
  ...placeEndpoints,
  ...oddEndpoints,
  ...oddForms,
  ...oddNobodies,
  ...nobodyEndpoints,
  ...realValidatorEndpoints,
  ...strangerErrors,
  ...strangerJavaScript,
  ...strangerCalls,
  ...strangerStreams,
  ...strangerPages,
  ...strangerTalkers,
  ...strangerPlatforms,
  ...strangerServices,
  ...strangerDoors,
  ...strangerChance,
  ...secondErrors,
  ...secondForms,
  ...secondNobodies,
  ...fourthFrameworks,
  ...fourthManners,
  ...thirdDoors,
  ...thirdGraphQl,
  ...thirdNobodies,
  ...thirdPlatforms,
  ...thirdSchemas,
  ...thirdShapes,
  ...thirdTurns,
  ...thirdValidators,
  ...fifthEndpoints,
]
/** The same draws each time; SEED=2 and so on for others. */
const seed = Number(process.env['SEED'] ?? 1)
const rows: { name: string; right: boolean; requests: number; got: string; talks: boolean }[] = []

/** Detects an endpoint that is served for this purpose, and judges the profile. */
async function judge(endpoint: Endpoint): Promise<Readonly<{ wrong: readonly string[]; profile: TargetProfile }>> {
  const words = new Set<string>()
  const say = (text: string, before: readonly string[] = []) => {
    const said = endpoint.brain!(text, before)
    words.add(said)
    return said
  }
  const server = endpoint.listen
    ? await endpoint.listen(say)
    : await serve((call, response, request) => {
        const isOther = call.path !== (endpoint.path ?? '/') && /openapi|swagger|api-docs/.test(call.path) && !describesItself.has(endpoint)
        return isOther ? response.writeHead(404).end('Not Found') : endpoint.handle!(call, response, say, request)
      })
  try {
    const url = `${server.url}${endpoint.path ?? '/'}`
    const net = openTestNet()
    const signal = new AbortController().signal
    const profile = await detectBy(seeded(seed))(url, {}, net, signal)
    const wrong: string[] = []
    // Frames of a socket are requests of ours too, and the test's net counts only those of HTTP.
    const counted = profile.requests_used
    if (url.startsWith('ws') ? counted < net.sent.length : counted !== net.sent.length)
      wrong.push(`counted ${profile.requests_used} of ${net.sent.length} requests`)
    if ('problem' in endpoint.expect) {
      const codes: readonly string[] = [endpoint.expect.problem].flat()
      if (profile.protocol !== null || !codes.includes(profile.problem?.code ?? ''))
        wrong.push(`problem ${profile.problem?.code ?? 'none'} as ${profile.protocol}`)
    } else {
      const { protocol, conversation, streaming } = endpoint.expect
      if (profile.protocol !== protocol) wrong.push(`protocol ${profile.protocol} (${profile.problem?.code}: ${profile.problem?.message})`)
      if (conversation && profile.conversation !== conversation) wrong.push(`conversation ${profile.conversation}`)
      if (streaming !== undefined && profile.streaming !== streaming) wrong.push(`streaming ${profile.streaming}`)
      if (!words.has(profile.sample?.received ?? '')) wrong.push(`sample “${profile.sample?.received.slice(0, 60)}”`)
      if (profile.protocol !== null) {
        words.clear()
        const stored = JSON.parse(JSON.stringify(profile)) as TargetProfile
        const reply = await connectTarget(url, stored, net).open().send('Tell me something about delivery and your account.', signal)
        if (!words.has(reply.text)) wrong.push(`later read “${reply.text.slice(0, 60)}”`)
      }
    }
    return { wrong, profile }
  } finally {
    await server.close()
  }
}

test.concurrent.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
  const { wrong, profile } = await judge(endpoint)
  rows.push({
    name,
    right: wrong.length === 0,
    requests: profile.requests_used,
    got: wrong.join('; '),
    talks: 'protocol' in endpoint.expect,
  })
  expect(wrong, profile.notes.join('\n')).toEqual([])
})

/** What detection may cost: usually under five requests, less than six on average, and little more where somebody answers. */
const spent = (some: readonly (typeof rows)[number][]) => {
  const counts = some.map((row) => row.requests).toSorted((a, b) => a - b)
  return {
    mean: counts.reduce((sum, count) => sum + count, 0) / counts.length,
    median: counts[Math.floor(counts.length / 2)]!,
    underFive: counts.filter((count) => count < 5).length / counts.length,
    most: counts.at(-1)!,
  }
}

afterAll(() => {
  const right = rows.filter((row) => row.right).length / rows.length
  const all = spent(rows)
  const talking = spent(rows.filter((row) => row.talks))
  const nobody = spent(rows.filter((row) => !row.talks))
  const say = ({ mean, median, underFive, most }: typeof all) =>
    `${mean.toFixed(2)} requests on average, median ${median}, ${(100 * underFive).toFixed(0)} % under five, at most ${most}`
  console.log(
    `detection: ${(100 * right).toFixed(1)} % of ${rows.length} right; ${say(all)}; with somebody to talk to: ${say(talking)}; with nobody: ${say(nobody)}`,
  )
  if (process.env['SHOW']) for (const row of rows.toSorted((a, b) => b.requests - a.requests)) console.log(`  ${row.requests} ${row.name}`)
  for (const row of rows.filter((one) => !one.right)) console.log(`  ${row.name}: ${row.got} [${row.requests}]`)
  expect({
    right: right >= 0.95,
    mean: all.mean < 5.5,
    median: all.median < 5,
    usuallyUnderFive: all.underFive > 0.5,
    bounded: all.most <= 25,
    meanWhenTalking: talking.mean <= 6.5,
  }).toEqual({ right: true, mean: true, median: true, usuallyUnderFive: true, bounded: true, meanWhenTalking: true })
})
