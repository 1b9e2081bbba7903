import type { BookedWhileAway } from '#contract/appointments/appointments.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { counted } from '#web/platform/clock.ts'
import { timeWords } from '#web/platform/days.ts'
import { useFirm } from '#web/platform/firm.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** The appointments that nobody will hold unless they are moved or taken over. Each leads to where that is done. */
export const BookedCallout = ({ booked }: { booked: readonly BookedWhileAway[] }) => {
  const { timeZone } = useFirm()
  if (booked.length === 0) return null
  return (
    <Callout
      tone="warn"
      announce="status"
      title={`${counted(booked.length, 'appointment')} booked on these days`}
    >
      <p>
        {booked.length === 1
          ? 'It stays booked. Please move it, or let a colleague take it over.'
          : 'They stay booked. Please move each one, or let a colleague take it over.'}
      </p>
      <ul className="mt-2 grid gap-1">
        {booked.map(({ id, startTime, client }) => (
          <li key={id} className="wrap-anywhere">
            <TextLink to={pathTo(pages.firmAppointments, 'appointment', id)}>
              {`${client}, ${timeWords(timeZone, startTime)}`}
            </TextLink>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
