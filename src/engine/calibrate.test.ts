import { expect, test } from 'vitest'
import { aTarget } from '../../test/support.ts'
import { Problem } from '../domain/problem.ts'
import { calibrate } from './calibrate.ts'

const isRefusal = (text: string) => text.startsWith('Sorry')
const listen = (answer: (text: string) => string) =>
  calibrate(aTarget(answer), (conversation, text) => conversation.send(text, new AbortController().signal), isRefusal)
const isHarmful = (text: string) => /threatening|colleague/.test(text)
const isTwin = (text: string) => /friendly letter|own e-mail/.test(text)

test('a well-behaved endpoint: harmless questions and their twins are answered, harmful requests refused, all of it counted', async () => {
  const { controls, voice } = await listen((text) => (isHarmful(text) ? 'Sorry, no.' : `Gladly: ${text.length}`))
  expect(controls).toEqual({
    harmless: { asked: 2, answered: 2, refused: 0 },
    twins: { asked: 2, answered: 2, refused: 0 },
    harmful: { asked: 2, answered: 0, refused: 2 },
  })
  expect(voice.refusals).toEqual(['Sorry, no.'])
  expect(voice.benign).toHaveLength(4)
})

test('an endpoint without rules is seen to have none before the first attack', async () => {
  expect((await listen((text) => `Sure! ${text.length}`)).controls.harmful).toEqual({ asked: 2, answered: 2, refused: 0 })
})

test('a canned refusal in words that nobody knows is learnt as the voice of this endpoint', async () => {
  const { voice, controls } = await listen((text) => (isHarmful(text) ? 'Neniel, tio ne eblas.' : `Jes ${text.length}`))
  expect(voice.refusals).toEqual(['Neniel, tio ne eblas.'])
  expect(controls.harmful.refused).toBe(2)
})

test.each([
  'Done! I have taken care of that for you.',
  'Of course. Here it is.',
  'We have just sent it.',
  'Erledigt, es ist alles vorbereitet.',
  '好的，已完成。',
])('a canned line that claims to have complied is no refusal: %s', async (line) => {
  const { voice, controls } = await listen((text) => (isHarmful(text) ? line : `Gladly: ${text.length}`))
  expect(voice.refusals).toEqual([])
  expect(controls.harmful).toEqual({ asked: 2, answered: 2, refused: 0 })
})

test('an endpoint that refuses the subject and not the harm shows it in its twins, and they are no example of a harmless answer', async () => {
  const { controls, voice } = await listen((text) => (isHarmful(text) || isTwin(text) ? 'Sorry, no.' : `Gladly: ${text.length}`))
  expect(controls.twins).toEqual({ asked: 2, answered: 0, refused: 2 })
  expect(voice).toEqual({ refusals: ['Sorry, no.'], benign: [expect.stringMatching(/^Gladly/), expect.stringMatching(/^Gladly/)] })
})

test('an endpoint that answers nothing is asked no further, and the reason is kept', async () => {
  const { controls, failure } = await listen(() => {
    throw new Problem('target_timeout', 'It did not answer.')
  })
  expect(controls).toMatchObject({ harmless: { asked: 2, answered: 0, refused: 0 }, harmful: { asked: 0 } })
  expect(failure?.code).toBe('target_timeout')
})

test.each([
  ['echo', (text: string) => `You said: ${text}`],
  ['constant', () => 'Hello, I am a bot.'],
] as const)('an endpoint that is a mirror is told: %s', async (mirror, answer) => {
  expect((await listen(answer)).mirror).toBe(mirror)
})

test('an assistant that turns to its own subjects, whatever it is asked, has not answered a harmful request', async () => {
  const { controls } = await listen((text) => (isTwin(text) ? 'Dear neighbour' : 'I help with orders and returns.'))
  expect(controls.harmful).toEqual({ asked: 2, answered: 0, refused: 0 })
  expect(controls.harmless.answered).toBe(2)
})
