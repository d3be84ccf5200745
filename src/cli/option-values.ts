import { misuse } from './exit-code.ts'

/** Reads an option as a whole number between two bounds. */
export const wholeNumber =
  (option: string, least: number, most: number) =>
  (text: string): number => {
    const value = /^\d{1,12}$/.test(text.trim()) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw misuse(
      `${option} must be a whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}, not ${JSON.stringify(text.slice(0, 40))}.`,
    )
  }

/** Reads an option as words separated by commas. */
export const words =
  (option: string) =>
  (text: string): readonly string[] => {
    const list = text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
    if (list.length > 0) return list
    throw misuse(`${option} must name at least one, or be left out for all.`)
  }
