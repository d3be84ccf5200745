import { expect, test } from 'vitest'
import { seeded } from '../../../test/detect/dice.ts'
import type { Heard } from './find-answer.ts'
import { follows, likeness, takesUpRare } from './follows.ts'
import { nouns } from './nouns.ts'
import type { Dice } from './task.ts'

type Server = (said: string) => string
const textOf = (heard: Heard): string => heard.leaves[0]?.text ?? ''

/** What is made of a server that was asked three things before. */
async function judge(server: Server, dice: Dice, answersNothing: boolean) {
  let left = 20
  const known = ['Join these halves.', 'Hello! My name is Xu.', 'What is my code number?'].map((said) => ({ said, text: server(said) }))
  const ask = async (said: string): Promise<Heard> => {
    left--
    return { said, tasks: [], leaves: [{ path: '', steps: [], text: server(said), snapshots: false }] }
  }
  return follows({ dice, mayAsk: () => left }, ask, { known, answersNothing, textOf })
}

const lines = Array.from(
  { length: 40 },
  (_, index) => `Line ${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${index} says that ${nouns[index]} are fine.`,
)
const byChance =
  (count: number, dice: Dice): Server =>
  () =>
    lines[dice(count)]!
const inTurn = (count: number): Server => {
  let turn = 0
  return () => lines[turn++ % count]!
}

test.each([
  ['two answers by chance', (dice: Dice) => byChance(2, dice), true],
  ['three answers by chance', (dice: Dice) => byChance(3, dice), true],
  ['seven answers by chance', (dice: Dice) => byChance(7, dice), true],
  ['forty answers by chance', (dice: Dice) => byChance(40, dice), true],
  ['two answers in turn', () => inTurn(2), true],
  ['three answers in turn', () => inTurn(3), true],
  ['seven answers by chance to a question it insists on', (dice: Dice) => byChance(7, dice), false],
  ['forty answers by chance to a question it insists on', (dice: Dice) => byChance(40, dice), false],
])('a server with %s is taken for somebody who listens once in 10,000 times at most', async (_, make, answersNothing) => {
  const runs = 2000
  let taken = 0
  for (let run = 0; run < runs; run++) {
    const kind = await judge(make(seeded(run + 1)), seeded(run + 1_000_000), answersNothing)
    if (kind === 'follows') taken++
  }
  expect(taken).toBeLessThanOrEqual(1) // of 10,000 runs with these seeds, one at most was
})

const phrases = [
  'Hello! How can I help you?',
  'Sorry, I did not understand that.',
  'Could you rephrase the question?',
  'I can only talk about parcels.',
  'Please contact our service.',
  'Would you like to speak to a person?',
  'Your request is being looked at.',
]
test.each([
  ['seven phrases of a bot', 7, 1000],
  ['five phrases of a bot', 5, 400],
  ['three phrases of a bot', 3, 80],
])('a server with %s by chance, which insists on a question, is taken for one now and then at most', async (_, count, once) => {
  const runs = 2000
  let taken = 0
  for (let run = 0; run < runs; run++) {
    const dice = seeded(run + 1)
    if ((await judge(() => phrases[dice(count)]!, seeded(run + 1_000_000), false)) === 'follows') taken++
  }
  expect(taken).toBeLessThanOrEqual(runs / once)
})

test.each<readonly [string, Server]>([
  ['a bot with two sentences', (said) => (/hello/i.test(said) ? 'Good day to you, dear guest.' : 'Sorry, this is about pizza only.')],
  ['a bot that repeats a word of ours', (said) => `I have heard much about ${said.split(/\W+/)[0]} in my time.`],
  ['a bot of one-word answers', (said) => (/hello/i.test(said) ? 'Hi' : /\?/.test(said) ? 'Unknown' : 'Maybe')],
])('%s is taken for somebody who listens, whatever the dice', async (_, server) => {
  for (let run = 0; run < 200; run++) expect(await judge(server, seeded(run), false)).toBe('follows')
})

test('a sentence with a number drawn in it is one and the same sentence', async () => {
  const dice = seeded(3)
  expect(
    await judge(() => `Ticket T-${'abcdef'[dice(6)]}${'abcdef'[dice(6)]} created. Thank you for contacting us.`, seeded(4), false),
  ).toBe('constant')
})

test('numbers and ids do not make texts unlike, words do', () => {
  expect(likeness('Order 17 is ready', 'Order 99 is ready')).toBe(1)
  expect(likeness('Rivers never run uphill', 'Birds sing at dawn')).toBe(0)
  expect(likeness('床前明月光', '床前明月光')).toBe(1)
})

test('an invented word that was in the answers before we said it proves nothing', () => {
  const heard = (said: string, text: string): Heard => ({ said, tasks: [], leaves: [{ path: '', steps: [], text, snapshots: false }] })
  expect(takesUpRare([heard('The first half is "dolare".', 'I like dolare')], textOf)).toBe(true)
  expect(takesUpRare([heard('', 'magna dolare'), heard('The first half is "dolare".', 'I like dolare')], textOf)).toBe(false)
})
