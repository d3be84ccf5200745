/** A small task whose solution is nowhere in the request: whoever writes it has understood and computed, not copied. */
export type Task = Readonly<{
  prompt: string
  /** The two halves, in the order of the solution. */
  halves: readonly [string, string]
}>

/** Gives a number from 0 up to, not including, `below`. */
export type Dice = (below: number) => number

/** Join two invented halves that are told in the wrong order. Each half is 3 syllables: 18 bits, so 37 for the pair. */
export function drawTask(dice: Dice): Task {
  const halves = [drawHalf(dice), drawHalf(dice)] as const
  return { halves, prompt: `The second half is "${halves[1]}". The first half is "${halves[0]}". Write the whole word.` }
}

const drawHalf = (dice: Dice): string => Array.from({ length: 3 }, () => 'bdfgklmnprstvz'[dice(14)]! + 'aeiou'[dice(5)]!).join('')

/** Whether a text holds the solution. Small models put a space or a dash between the halves: the request never has them so close. */
export function solves(task: Task, text: string): boolean {
  const [first, second] = task.halves
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(first); at >= 0; at = lower.indexOf(first, at + 1)) {
    const between = lower.slice(at + first.length, at + first.length + 4 + second.length)
    const found = between.indexOf(second)
    if (found >= 0 && found <= 4 && !/[\p{L}\p{N}]/u.test(between.slice(0, found))) return true
  }
  return false
}

/** Whether a text mentions either half: enough to say which field was read, not that it was understood. */
export const mentions = (task: Task, text: string): boolean => task.halves.some((half) => text.toLowerCase().includes(half))

/** A code to tell and to ask back. Five digits and these words: of nine wordings, the one that 135M and 0.5B models recall best (9 of 12). */
export const drawCode = (dice: Dice): string => String(10_000 + dice(90_000))
export const tellCode = (code: string): string => `Please remember my code number: ${code}`
export const askCode = 'What is my code number?'
