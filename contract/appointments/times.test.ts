import { expect, test } from 'vitest'
import type { AppointmentStatus } from './times.ts'
import { canCancel, canChange, isShortNotice, pastOf, statusAt, upcomingOf } from './times.ts'

const now = new Date('2026-11-09T09:00:00Z')
const at = (hour: number, status: AppointmentStatus = 'scheduled') => ({
  status,
  startTime: new Date(now.getTime() + hour * 3_600_000),
  endTime: new Date(now.getTime() + (hour + 1) * 3_600_000),
})

test('an appointment is completed by its end, and a cancelled one never is', () => {
  const { endTime } = at(-1)
  expect(statusAt({ kept: 'scheduled', endTime }, now)).toBe('completed')
  expect(statusAt({ kept: 'scheduled', endTime: at(-0.5).endTime }, now)).toBe('scheduled')
  expect(statusAt({ kept: 'cancelled', endTime }, now)).toBe('cancelled')
})

test('only a future appointment can be moved, and one in progress can be cancelled until it ends', () => {
  expect(canChange(at(1), now)).toBe(true)
  expect(canChange(at(0), now)).toBe(false)
  expect(canCancel(at(-0.5), now)).toBe(true)
  expect(canCancel(at(-1), now)).toBe(false)
  expect(canChange(at(1, 'cancelled'), now)).toBe(false)
  expect(canCancel(at(1, 'cancelled'), now)).toBe(false)
})

test('less than a day before is short notice', () => {
  expect(isShortNotice(at(23.9), now)).toBe(true)
  expect(isShortNotice(at(24), now)).toBe(false)
})

test('upcoming ones are neither cancelled nor over, the next first, and past ones are the last four, newest first', () => {
  const all = [
    at(5),
    at(-9),
    at(2),
    at(3, 'cancelled'),
    at(-0.5),
    at(-3),
    at(-4),
    at(-5),
    at(-6, 'cancelled'),
    at(-7),
  ]
  const hours = (list: typeof all) =>
    list.map(({ startTime }) => (startTime.getTime() - now.getTime()) / 3_600_000)
  expect(hours(upcomingOf(all, now))).toEqual([-0.5, 2, 5])
  expect(hours(pastOf(all, now))).toEqual([-3, -4, -5, -7])
})
