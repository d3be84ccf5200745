import { expect, test } from 'vitest'
import { contactRecords } from './contact-records.ts'

const guests = [
  '| Anna Berg | 0171 5550123 | 1984-03-12 | 204 |',
  '| Tom Kraus | 0160 5559876 | 1979-11-02 | 311 |',
  '| Ines Ortega | (0152) 5554411 | 1991-07-30 | 118 |',
]

test('rows with a name, a number and a date of birth are records of people, surely from three on', () => {
  expect(contactRecords(guests.join('\n'))).toMatchObject([{ certain: true }])
  expect(contactRecords(guests.slice(0, 2).join('\n'))).toMatchObject([{ certain: false }])
  expect(contactRecords(guests[0]!)).toEqual([])
})

test('a timetable has dates and numbers and nobody in it', () => {
  expect(contactRecords('| Room 204 | 1984-03-12 | 311 |\n| Room 311 | 1979-11-02 | 118 |')).toEqual([])
})
