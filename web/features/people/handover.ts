import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Appointment } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { bookableDays } from '#contract/appointments/times.ts'
import { ask } from '#web/platform/ask.ts'
import { counted, dayOf, now } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'

const day = 24 * 60 * 60 * 1000

/** The appointments that somebody has to come: how many would be handed over, and what became of them. */
export function useAhead(personId: UserId) {
  const range = { from: dayOf(now()), to: dayOf(new Date(now().getTime() + bookableDays * day)) }
  const { data } = useQuery(query(firmAppointments.list, range))
  const theirs =
    data?.filter((appointment) => appointment.with.id === personId && isComing(appointment)) ?? []
  return {
    words: data && wordsOf(theirs.length),
    outcome: async () => {
      if (theirs.length === 0) return ''
      const left = new Set(theirs.map(({ id }) => id))
      const now = (await ask(firmAppointments.list, range)).filter(({ id }) => left.has(id))
      const cancelled = now.filter(({ status }) => status === 'cancelled').length
      return `${counted(now.length - cancelled, 'appointment')} handed over, ${cancelled} cancelled.`
    },
  }
}

const isComing = ({ status, startTime }: Appointment) => status === 'scheduled' && startTime > now()

const wordsOf = (count: number) =>
  count === 0
    ? 'They have no upcoming appointments.'
    : `They have ${counted(count, 'upcoming appointment')}: each goes to whoever is then responsible for the client, or is cancelled if that person isn't free. The clients will be told.`
