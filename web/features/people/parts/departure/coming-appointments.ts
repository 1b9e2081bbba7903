import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Appointment } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { bookableDays } from '#contract/appointments/times.ts'
import { ask } from '#web/platform/ask.ts'
import { counted, dayOf, now } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Returns what is to be said of the upcoming appointments of somebody who looks after clients no more, and what
 * happened to them. Only those that the administrator may see are counted, and all go the same way.
 */
export function useComingAppointments(personId: UserId) {
  const range = { from: dayOf(now()), to: dayOf(new Date(now().getTime() + bookableDays * day)) }
  const { data } = useQuery(query(firmAppointments.list, range))
  const theirs =
    data?.filter((appointment) => appointment.with.id === personId && isComing(appointment)) ?? []
  return {
    words: wordsOf(theirs.length),
    outcome: async () => {
      if (theirs.length === 0) return ''
      const before = new Set(theirs.map(({ id }) => id))
      const after = (await ask(firmAppointments.list, range)).filter(({ id }) => before.has(id))
      const cancelled = after.filter(({ status }) => status === 'cancelled').length
      return `Of the appointments you can see, ${after.length - cancelled} handed over, ${cancelled} cancelled.`
    },
  }
}

const isComing = ({ status, startTime }: Appointment) => status === 'scheduled' && startTime > now()

const wordsOf = (count: number) =>
  `${count === 0 ? '' : `They have ${counted(count, 'upcoming appointment')} that you can see. `}Each of their upcoming appointments, including any you can't see, goes to whoever takes over the case, or else to whoever is then responsible for the client. If neither is free, it's cancelled. The clients will be told.`
