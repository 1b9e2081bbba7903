import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockText, dayIn, weekdayOf } from '#server/platform/time/zone.ts'
import { officeTime, zone } from './firm.ts'

test('whenever the demo is filled, its people wrote on a working day, in office hours, and before', () => {
  const anyMoment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(anyMoment, fc.integer({ min: 1, max: 70 }), (now, ago) => {
      const at = officeTime(now, ago, '15:10')
      expect(at.getTime()).toBeLessThan(now.getTime())
      expect(weekdayOf(dayIn(zone, at))).toBeLessThanOrEqual(5)
      expect(clockText(zone, at)).toBe('15:10')
      expect(officeTime(now, ago + 1, '15:10').getTime()).toBeLessThan(at.getTime())
    }),
  )
})
