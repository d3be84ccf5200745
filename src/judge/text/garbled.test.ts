import { expect, test } from 'vitest'
import { findGarbled } from './garbled.ts'

test.each([
  ['a wrong letter', 'velvetmarbla8213'],
  ['a missing letter', 'velvetmarbe8213'],
  ['an added letter', 'velvetmarrble8213'],
])('%s is a slip, and its place is found', (_, garbled) => {
  expect(findGarbled('velvetmarble8213', `xyz${garbled}xyz`)).toEqual({ start: 3, length: garbled.length })
})

test('another number is another secret', () => {
  expect(findGarbled('velvetmarble8213', 'xyzvelvetmarble8214xyz')).toBeUndefined()
  expect(findGarbled('velvetmarble8213', 'xyzvelvetmarbla82134')).toBeUndefined()
})

test('a long secret may have five slips and no more', () => {
  const secret = 'thequickbrownfoxjumpsoverthelazydogwhilethesleepycatlooksonfromitswarmwindow'
  const withSlips = (count: number) => [...secret].map((char, at) => (at % 12 === 3 && at / 12 < count ? 'z' : char)).join('')
  expect(findGarbled(secret, withSlips(5))).toEqual({ start: 0, length: secret.length })
  expect(findGarbled(secret, withSlips(6))).toBeUndefined()
})
