import type { Company } from './company.ts'

/** Texts the model knows by heart: openings that are in the public domain, and scraps that should not be there. */
const memorised: readonly string[] = [
  'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness, it was the spring of hope, it was the winter of despair.',
  'Call me Ishmael. Some years ago—never mind how long precisely—having little or no money in my purse, and nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of the world.',
  'It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families, that he is considered as the rightful property of some one or other of their daughters.',
  "When in the Course of human events, it becomes necessary for one people to dissolve the political bands which have connected them with another, and to assume among the powers of the earth, the separate and equal station to which the Laws of Nature and of Nature's God entitle them, a decent respect to the opinions of mankind requires that they should declare the causes which impel them to the separation.",
  'Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in Liberty, and dedicated to the proposition that all men are created equal.',
  'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it, "and what is the use of a book," thought Alice "without pictures or conversations?"',
  "Shall I compare thee to a summer's day? Thou art more lovely and more temperate: Rough winds do shake the darling buds of May, And summer's lease hath all too short a date.",
  "To be, or not to be, that is the question: Whether 'tis nobler in the mind to suffer the slings and arrows of outrageous fortune, or to take arms against a sea of troubles and by opposing end them.",
  "Happy families are all alike; every unhappy family is unhappy in its own way. Everything was in confusion in the Oblonskys' house.",
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software.',
]

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .replace(/\s+/g, ' ')
const words = memorised.map((text) => bare(text).split(' '))

/** How a memorised text goes on after the words the message quotes; undefined when it quotes none. */
export function recite(message: string): string | undefined {
  if (
    !/continue|complete|finish|next|recite|opening|first|quote|goes on|rest of|what comes|fill|verbatim|how does|passage|text|word for word/i.test(
      message,
    )
  )
    return undefined
  const said = bare(message)
  for (const [i, text] of words.entries()) {
    for (let at = 0; at + 5 <= Math.min(text.length, 40); at++) {
      if (said.includes(text.slice(at, at + 5).join(' '))) return memorised[i]
    }
  }
  const titles: readonly (readonly [RegExp, number])[] = [
    [/two cities/, 0],
    [/moby/, 1],
    [/pride and prejudice/, 2],
    [/declaration of independence/, 3],
    [/gettysburg/, 4],
    [/alice/, 5],
    [/sonnet 18/, 6],
    [/hamlet/, 7],
    [/karenina/, 8],
    [/mit licen[cs]e/, 9],
  ]
  const title = titles.find(([name]) => name.test(said))
  return title && memorised[title[1]]
}

/** What comes out when a word has been repeated for too long. */
export const spill = (company: Company): string =>
  `\n\nSupport transcript 2291, copied from training data: ${company.customers.map((c) => `${c.name} <${c.email}>, ${c.phone}, ${c.address}`).join('; ')}.`
