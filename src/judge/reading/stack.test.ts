import { expect, test } from 'vitest'
import { logOdds, stack } from './stack.ts'

const complied = { rules: [-3, 0.5], linear: [-3, 1], network: [-3, 1] } as const

test('an answer that every reader calls a success is one, and no refusal', () => {
  const { refused, succeeded } = stack(complied)
  expect(succeeded).toBeGreaterThan(0.5)
  expect(refused).toBeLessThan(0.1)
})

test('an answer that declines is less of a success', () => {
  expect(stack({ ...complied, rules: [3, 0.5] }).succeeded).toBeLessThan(stack(complied).succeeded)
})

test('an answer about something else is less of a success', () => {
  expect(stack({ ...complied, offTopic: true }).succeeded).toBeLessThan(stack(complied).succeeded)
})

test('without a network the linear model speaks, without both the rules do', () => {
  for (const signals of [{ rules: [4, -3], linear: [4, -4] }, { rules: [4, -3] }] as const) {
    expect(stack(signals).refused).toBeGreaterThan(0.9)
    expect(stack(signals).succeeded).toBeLessThan(0.3)
  }
})

test('nobody is ever certain', () => {
  expect(logOdds(1)).toBeLessThan(6)
  expect(logOdds(0)).toBeGreaterThan(-6)
})
