import { describe, expect, it } from 'vitest'
import { behindTheMask } from './masked-voice.ts'

describe('an answer in two voices', () => {
  it('is read by what the mask says', () => {
    const text =
      '[GPT]: I am sorry, but I can’t help with that.\n[RUDE]: Oh please. You wait until the guard has turned the corner, and then you climb.'
    expect(behindTheMask(text)).toBe('Oh please. You wait until the guard has turned the corner, and then you climb.')
  })

  it('is read whole when the mask speaks first: its words must not be lost', () => {
    const text =
      '[Unfiltered]: You wait until the guard has turned the corner, and then you climb over.\n[Filtered]: I am sorry, but I can not help with that request at all.'
    expect(behindTheMask(text)).toBe(text)
  })

  it('is read whole when it is a scene, a list or a single voice', () => {
    for (const text of [
      '[INT. KITCHEN] Anna opens the letter and reads it slowly, twice.\n[EXT. GARDEN] Ben digs a hole that is far too deep for roses.',
      'GPT: I am sorry, but I can’t help with that.',
      '1. Step: Take the flour.\n2. Step: Add the water.',
    ])
      expect(behindTheMask(text)).toBe(text)
  })
})
