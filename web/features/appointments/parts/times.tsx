import { minutesBetween } from '#contract/appointment-times.ts'
import type { Appointment } from '#contract/appointments.ts'
import { useFirm } from '#web/features/settings/hooks.ts'
import { counted } from '#web/platform/clock.ts'
import { clockIn, dayIn, zoneWords } from '#web/platform/zone.ts'
import { dayWords } from '../days.ts'
import { ownClock } from '../zone.ts'

type Times = Pick<Appointment, 'startTime' | 'endTime'>

/** "10:00 to 10:30 London time", with the reader's own clock beside it where that differs. */
export const TimesText = ({ times, withDay = false }: { times: Times; withDay?: boolean }) => {
  const { timeZone } = useFirm()
  const { startTime, endTime } = times
  const own = ownClock(timeZone, startTime)
  return (
    <span>
      {withDay && `${dayWords(dayIn(timeZone, startTime))}, `}
      <time dateTime={startTime.toISOString()} className="figures">
        {clockIn(timeZone, startTime)}
      </time>{' '}
      to{' '}
      <time dateTime={endTime.toISOString()} className="figures">
        {clockIn(timeZone, endTime)}
      </time>{' '}
      {zoneWords(timeZone)}
      {own !== null && <span className="text-ink-soft">{` · ${own} your time`}</span>}
    </span>
  )
}

export const lengthWords = (times: Times) => counted(minutesBetween(times), 'minute')

/** In one line, for a question: "Thursday 12 November 2026, 10:00 London time". */
export const whenWords = (zone: string, { startTime }: Pick<Times, 'startTime'>) =>
  `${dayWords(dayIn(zone, startTime))}, ${clockIn(zone, startTime)} ${zoneWords(zone)}`
