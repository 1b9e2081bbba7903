import { expect, test } from 'vitest'
import { HolidayRegion } from '../settings.ts'
import { areHolidaysKnown, bankHolidayOn, bankHolidaysOf } from './bank-holidays.ts'

const count = (region: HolidayRegion, year: string) =>
  bankHolidaysOf(region).filter(({ day }) => day.startsWith(year)).length
const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

/** The Gregorian Easter of a year, in the letters of its source (Meeus, Astronomical Algorithms, chapter 8). */
const easter = (year: number) => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const days = h + l - 7 * m + 114
  return new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1))
}
const dayAfter = (date: Date, days: number) =>
  new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10)

test('every year has the right number of bank holidays for its region', () => {
  for (const year of ['2026', '2027', '2028']) {
    expect(count('england-and-wales', year)).toBe(8)
    expect(count('scotland', year)).toBe(year === '2026' ? 10 : 9)
    expect(count('northern-ireland', year)).toBe(10)
  }
})

test('no bank holiday is on a weekend, because a substitute day replaces it', () => {
  for (const region of HolidayRegion.options)
    for (const { day } of bankHolidaysOf(region)) expect([1, 2, 3, 4, 5], day).toContain(weekday(day))
})

test('Good Friday and Easter Monday match the computed Easter', () => {
  for (const year of [2026, 2027, 2028]) {
    expect(bankHolidayOn('scotland', dayAfter(easter(year), -2))).toBe('Good Friday')
    expect(bankHolidayOn('england-and-wales', dayAfter(easter(year), 1))).toBe('Easter Monday')
    expect(bankHolidayOn('scotland', dayAfter(easter(year), 1))).toBeNull()
  }
})

test('years that have not been published have no bank holidays', () => {
  expect(areHolidaysKnown('2028-12-31')).toBe(true)
  expect(areHolidaysKnown('2029-01-01')).toBe(false)
  expect(bankHolidayOn('england-and-wales', '2029-01-01')).toBeNull()
})
