import { expect, test } from 'vitest'
import { workingDaysBefore } from './bank-holidays.ts'

test.each([
  ['a Tuesday', '2026-11-10T10:00:00Z', 1, '2026-11-09T10:00:00.000Z'],
  ['a Monday', '2026-11-09T10:00:00Z', 1, '2026-11-06T10:00:00.000Z'],
  ['a Saturday', '2026-11-07T10:00:00Z', 1, '2026-11-05T23:59:59.999Z'],
  ['a Sunday', '2026-11-08T23:00:00Z', 1, '2026-11-05T23:59:59.999Z'],
  ['a Saturday in summer', '2026-07-11T10:00:00Z', 1, '2026-07-09T22:59:59.999Z'],
  ['a Saturday six days after the clocks went back', '2026-10-31T10:00:00Z', 5, '2026-10-23T22:59:59.999Z'],
  ['the day after Christmas and its substitute', '2026-12-29T10:00:00Z', 1, '2026-12-24T10:00:00.000Z'],
  ['a week', '2026-11-10T10:00:00Z', 5, '2026-11-03T10:00:00.000Z'],
  ['no days', '2026-11-10T10:00:00Z', 0, '2026-11-10T10:00:00.000Z'],
])('working days are counted back over days off: %s', (_, now, days, expected) => {
  expect(workingDaysBefore('england-and-wales', new Date(now), days).toISOString()).toBe(expected)
})

test('each region has bank holidays of its own', () => {
  const now = new Date('2026-12-01T10:00:00Z')
  expect(workingDaysBefore('scotland', now, 1).toISOString()).toBe('2026-11-27T10:00:00.000Z')
  expect(workingDaysBefore('england-and-wales', now, 1).toISOString()).toBe('2026-11-30T10:00:00.000Z')
})

test('what is late on a day off is late on the working day after it', () => {
  const saturday = workingDaysBefore('england-and-wales', new Date('2026-11-07T22:00:00Z'), 1)
  const monday = workingDaysBefore('england-and-wales', new Date('2026-11-09T08:00:00Z'), 1)
  expect(saturday.getTime()).toBeLessThanOrEqual(monday.getTime())
})
