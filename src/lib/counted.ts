/** `1 request`, `2 requests`: a number with its noun, whose plural takes an s. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
