import { sendJson } from '../protocols/servers/serve.ts'
import { seeded } from './dice.ts'
import type { Endpoint } from './endpoint.ts'
import { type Handle, wants } from './handlers.ts'

const carousel = [
  'Returns are accepted within thirty days of delivery.',
  'Our shops open at nine and close at six.',
  'Shipping is free above fifty euros.',
  'Gift cards never expire and can be used online.',
  'Members get early access to every sale.',
]
const eightBall = [
  ...[
    'It is certain.',
    'Without a doubt.',
    'You may rely on it.',
    'Most likely.',
    'Outlook good.',
    'Signs point to yes.',
    'Ask again later.',
  ],
  ...[
    'Better not tell you now.',
    'Cannot predict now.',
    'Do not count on it.',
    'My reply is no.',
    'Very doubtful.',
    'Outlook not so good.',
  ],
]

/** Sentences by chance or in turn, which nobody says, written down before anybody looked whether they are refused. */
export const strangerChance: readonly Endpoint[] = [
  {
    name: 'a magic eight ball',
    path: '/8ball',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ((dice) => wants('question', () => ({ answer: eightBall[dice(eightBall.length)] })))(seeded(88)),
  },
  {
    name: 'a coin',
    path: '/coin',
    expect: { problem: ['not_an_ai_endpoint', 'constant_answer'] },
    handle: (
      (dice) => (_, response) =>
        sendJson(response, 200, { result: dice(2) ? 'heads it is' : 'tails it is' })
    )(seeded(5)) as Handle,
  },
  {
    name: 'two sentences in turn',
    path: '/turns',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (
      (state) => (_, response) =>
        sendJson(response, 200, { reply: ['We are here to serve you.', 'Thanks a lot for your patience.'][state.turn++ % 2] })
    )({ turn: 0 }) as Handle,
  },
  {
    name: 'five sentences in turn',
    path: '/carousel',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (
      (state) => (_, response) =>
        sendJson(response, 200, { text: carousel[state.turn++ % carousel.length] })
    )({ turn: 0 }) as Handle,
  },
  {
    name: 'a paragraph of common words by chance',
    path: '/paragraph',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ((dice) => (_, response) => {
      const words =
        'the first word of every number is written by somebody who will remember half of what they please and greet the second name with a whole code about my help hello tell more again'.split(
          ' ',
        )
      return sendJson(response, 200, { content: Array.from({ length: 40 }, () => words[dice(words.length)]).join(' ') })
    })(seeded(3)) as Handle,
  },
  {
    name: 'a list of people by chance',
    path: '/people',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (
      (dice) => (_, response) =>
        sendJson(response, 200, {
          results: Array.from({ length: 3 }, () => ({
            name: ['Ann Lee', 'Bo Berg', 'Cy Katz', 'Di Moor'][dice(4)],
            city: ['Old Town', 'New Port', 'Low Hill'][dice(3)],
          })),
        })
    )(seeded(9)) as Handle,
  },
]
