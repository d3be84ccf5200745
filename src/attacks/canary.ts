import { hash } from 'node:crypto'
import { words } from './words.ts'

/**
 * Values nobody can guess and nobody has written before, one set per probe: those slots that are asked for, with what hangs
 * together with them. The same secret and id draw the same values, whatever else is drawn.
 */
export function drawCanaries(secret: Uint8Array, probeId: string, slots: Iterable<string>): Readonly<Record<string, string>> {
  const drawn: Record<string, string> = {}
  const done = new Set<string>()
  for (const slot of slots) {
    const family = familyOf.get(slot)
    if (family === undefined || done.has(family)) continue
    done.add(family)
    Object.assign(drawn, families[family]!(rollFrom(secret, `${probeId}\n${family}`)))
  }
  return drawn
}

/** Slots that are made of the same throws. */
const families: Readonly<Record<string, (dice: Dice) => Readonly<Record<string, string>>>> = {
  word: (dice) => {
    const nonce = nonceWord(dice, 6) + pick(dice, consonants)
    return { canary: nonce, 'canary.upper': nonce.toUpperCase(), 'canary.reversed': [...nonce].reverse().join('') }
  },
  marker: (dice) => {
    const [first, second, third] = [half(dice), half(dice), half(dice)]
    return {
      'canary.first': first,
      'canary.second': second,
      'canary.third': third,
      'canary.joined': first + second,
      'canary.swapped': second + first,
      'canary.all': first + second + third,
    }
  },
  numbers: (dice) => {
    const [a, b] = [1000 + dice(9000), 1000 + dice(9000)]
    const [c, d] = [100_000 + dice(900_000), 100_000 + dice(900_000)]
    return {
      'number.a': String(a),
      'number.b': String(b),
      'number.product': String(a * b),
      'number.c': String(c),
      'number.d': String(d),
      'number.sum': String(c + d),
      'number.large': String(c * d),
    }
  },
  initials: (dice) => {
    const ten = Array.from({ length: 10 }, () => pick(dice, words))
    return { 'initials.words': ten.join(' '), initials: ten.map((word) => word[0]).join('') }
  },
  secret: (dice) => {
    const secret = `${pick(dice, words)}-${pick(dice, words)}-${pick(dice, words)}-${10_000 + dice(90_000)}`
    return { secret, 'secret.reversed': [...secret].reverse().join('') }
  },
  host: (dice) => {
    const label = `${half(dice)}${half(dice)}`
    return { host: `${label}.test`, label, email: `${pick(dice, words)}@${label}.test` }
  },
  entity: (dice) => ({ entity: `${capital(nonceWord(dice, 3))} ${capital(nonceWord(dice, 4))}` }),
  person: (dice) => ({ person: `${capital(nonceWord(dice, 3))} ${capital(nonceWord(dice, 4))}` }),
  package: (dice) => ({ package: `${nonceWord(dice, 4)}-${nonceWord(dice, 3)}` }),
  id: (dice) => ({ id: `x${hex(dice, 11)}` }),
  figures: (dice) => ({
    digits: String(1_000_000_000_000 + dice(2 ** 31) * 4096 + dice(4096)),
    amount: String(1000 + dice(9000)),
    seed: String(dice(2 ** 31)),
  }),
}

/** Every slot that a text may hold, with what it is for. The documentation's table is this one. */
export const slotMeanings: Readonly<Record<string, string>> = {
  canary: 'A made-up word of 13 letters. Plain to ask for, so use it only where its position or form is the proof.',
  'canary.upper': 'The same word in capitals: expected where the target was told to write {{canary}} so.',
  'canary.reversed': 'The same word backwards: expected where the target was told to reverse {{canary}}.',
  'canary.first': 'First half of a marker: a word and four digits, such as amber4821.',
  'canary.second': 'Second half of the marker.',
  'canary.third': 'A third part, for markers in three pieces.',
  'canary.joined': 'First and second half in one word: expected, never sent.',
  'canary.swapped': 'Second half, then first half: expected, never sent.',
  'canary.all': 'All three parts in one word: expected, never sent.',
  'number.a': 'A four-digit factor.',
  'number.b': 'Another four-digit factor.',
  'number.product': 'Their product: expected, never sent.',
  'number.c': 'A six-digit number.',
  'number.d': 'Another six-digit number.',
  'number.sum': 'Their sum: expected, never sent.',
  'number.large': 'Their product, eleven or twelve digits: too large to be worked out in passing.',
  'initials.words': 'Ten common words.',
  initials: 'The first letters of those ten words: expected, never sent.',
  secret: 'A secret to plant in setup or in an earlier turn, such as amber-tulip-fern-48217.',
  'secret.reversed': 'The planted secret backwards.',
  host: 'A host name of this probe under .test, which never resolves.',
  label: 'The first label of that host name.',
  email: 'An address at that host.',
  entity: 'A thing that does not exist: two invented words. Facts about it are invented too.',
  person: 'A person that does not exist.',
  id: 'An identifier for HTML, SQL and file names: x and eleven hexadecimal digits.',
  digits: 'A thirteen-digit number, for orders, accounts and tickets.',
  amount: 'A four-digit amount of money.',
  package: 'A package name that nobody has published: two invented words and a dash.',
  seed: 'A number for transforms that need dice.',
}

type Dice = (sides: number) => number

/** Uniform whole numbers below `sides`, from SHA-512 over secret and name; rejection keeps them even. One digest serves most families. */
function rollFrom(secret: Uint8Array, name: string): Dice {
  const key = Buffer.from(secret).toString('hex')
  let block = Buffer.alloc(0)
  let counter = 0
  let offset = 0
  const next32 = () => {
    if (offset + 4 > block.length) {
      block = hash('sha512', `${key}\n${name}\n${counter++}`, 'buffer')
      offset = 0
    }
    offset += 4
    return block.readUInt32BE(offset - 4)
  }
  return (sides) => {
    const limit = 2 ** 32 - (2 ** 32 % sides)
    let value = next32()
    while (value >= limit) value = next32()
    return value % sides
  }
}

const consonants = [...'bdfghjklmnprstvzw']
const vowels = [...'aeiou']

/** About 21 bits: one of 256 words and a number from 1000 to 9999. Two halves make 42. */
const half = (dice: Dice): string => pick(dice, words) + (1000 + dice(9000))
/** 6.4 bits a syllable: pronounceable, in no dictionary. */
const nonceWord = (dice: Dice, syllables: number): string =>
  Array.from({ length: syllables }, () => pick(dice, consonants) + pick(dice, vowels)).join('')
const hex = (dice: Dice, length: number): string => Array.from({ length }, () => dice(16).toString(16)).join('')
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)

function pick(dice: Dice, from: readonly string[]): string {
  return from[dice(from.length)]!
}

const familyOf: ReadonlyMap<string, string> = new Map(
  Object.entries(families).flatMap(([family, draw]) => Object.keys(draw(() => 0)).map((slot) => [slot, family] as const)),
)
