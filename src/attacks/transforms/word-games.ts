import { defineDisguise, defineTransform, type TransformSpec } from './transform.ts'

/** Games that children play with words: no key, no codec, and no keyword left for a filter. */
export const wordGames: readonly TransformSpec[] = [
  defineTransform('reversed', 'reversed text', 'Read it backwards.', (text) => [...text].reverse().join('')),
  defineTransform('reversed-words', 'words in reverse order', 'Put the words into the opposite order.', (text) =>
    text.trim().split(/\s+/).reverse().join(' '),
  ),
  defineTransform('each-word-reversed', 'words spelt backwards', 'Spell each word backwards.', (text) =>
    text.replace(/[\p{L}\p{N}]+/gu, (word) => [...word].reverse().join('')),
  ),
  defineDisguise('spaced', 'spaced-out letters', 'Drop the spaces between the letters; two spaces separate words.', (text) =>
    text
      .trim()
      .split(/\s+/)
      .map((word) => [...word].join(' '))
      .join('   '),
  ),
  defineDisguise('dotted', 'dotted letters', 'Drop the dots between the letters.', (text) => text.replace(/(?<=\p{L})(?=\p{L})/gu, '.')),
  defineTransform('one-letter-a-line', 'one letter a line', 'Read it from top to bottom; an empty line separates words.', (text) =>
    text
      .trim()
      .split(/\s+/)
      .map((word) => [...word].join('\n'))
      .join('\n\n'),
  ),
  defineTransform('pig-latin', 'Pig Latin', 'Undo the Pig Latin.', (text) =>
    text.replace(/[a-z]+/gi, (word) => {
      const start = /^[^aeiou]*/i.exec(word)![0]
      return start.length === word.length || start === '' ? `${word}way` : `${word.slice(start.length)}${start.toLowerCase()}ay`
    }),
  ),
  defineTransform('robbers-language', 'the robbers’ language', 'Each consonant is doubled around an o: s is sos.', (text) =>
    text.replace(/[bcdfghjklmnpqrstvwxz]/gi, (c) => `${c}o${c.toLowerCase()}`),
  ),
  defineTransform('ubbi-dubbi', 'Ubbi Dubbi', 'Drop “ub” before each vowel sound.', (text) =>
    text.replace(/[aeiouy]+/gi, (vowels) => `ub${vowels}`),
  ),
  defineDisguise('disemvowelled', 'text without vowels', 'Put the vowels back.', (text) =>
    text.replace(/(?<=[a-z])[aeiou](?=[a-z])(?![a-z]*\d)/gi, ''),
  ),
  defineTransform(
    'scrambled',
    'text with scrambled letters',
    'The first and last letters of each word are right, the others are mixed up.',
    (text) =>
      text.replace(
        /(?<![\p{L}\p{N}])(\p{L})(\p{L}{2,})(\p{L})(?![\p{L}\p{N}])/gu,
        (_, a: string, middle: string, z: string) => a + swapPairs(middle) + z,
      ),
  ),
  defineDisguise('alternating-case', 'alternating capitals', 'Ignore the capitals.', (text) =>
    [...text].map((c, i) => (i % 2 === 0 ? c.toLowerCase() : c.toUpperCase())).join(''),
  ),
  defineDisguise('camel-case', 'camel case', 'A capital starts each word.', (text) =>
    text
      .trim()
      .split(/\s+/)
      .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
      .join(''),
  ),
  defineTransform('acrostic', 'an acrostic', 'Take the first letter of each line; a dash is a space.', (text) =>
    [...text.replace(/\s+/g, '-')].map((c, i) => (/[a-z]/i.test(c) ? `${c}${tails[i % tails.length]}` : c)).join('\n'),
  ),
]

const tails = [' is for all of us', ', they say, comes next', ' as in the song', ' follows', ' and so on']

function swapPairs(text: string): string {
  const letters = [...text]
  for (let i = 0; i + 1 < letters.length; i += 2) [letters[i], letters[i + 1]] = [letters[i + 1]!, letters[i]!]
  return letters.join('')
}
