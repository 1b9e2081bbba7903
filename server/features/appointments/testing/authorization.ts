import type { api } from '#contract/api.ts'
import { usualHours } from '#contract/appointments/working-hours.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { bothSides, clients, firms, nobodys, overseers, type RowsOf } from '#server/testing/authorization.ts'

const halfAnHour = (startTime: Date) => ({ startTime, endTime: after(startTime, minutes(30)) })

export const rows: RowsOf<Pick<typeof api, 'appointments' | 'firmAppointments'>> = {
  'appointments.list': { answers: clients() },
  'appointments.people': { answers: clients() },
  'appointments.slots': { ask: () => ({ from: '2026-11-12' }), answers: clients() },
  'appointments.book': {
    ask: ({ freeTime }) => ({ ...halfAnHour(freeTime), title: 'x' }),
    answers: clients(201),
    spends: true,
  },
  'appointments.change': {
    ask: ({ appointment: { id, startTime } }) => ({ id, ...halfAnHour(startTime), title: 'x' }),
    answers: bothSides(),
  },
  'appointments.calendarFile': { ask: ({ appointment: { id } }) => ({ id }), answers: bothSides() },
  'appointments.cancel': {
    ask: ({ appointment: { id } }) => ({ id }),
    answers: bothSides(),
    spends: true,
  },
  'firmAppointments.list': { ask: () => ({ from: '2026-11-01', to: '2026-11-30' }), answers: firms() },
  'firmAppointments.clients': { answers: firms() },
  'firmAppointments.slots': {
    ask: ({ clientId }) => ({ clientId, from: '2026-11-12' }),
    answers: overseers(),
  },
  'firmAppointments.purposes': { ask: ({ clientId }) => ({ clientId }), answers: overseers() },
  'firmAppointments.book': {
    ask: ({ clientId, freeTime }) => ({ clientId, ...halfAnHour(freeTime), title: 'x' }),
    answers: overseers(201),
    spends: true,
  },
  'firmAppointments.diary': { answers: firms() },
  'firmAppointments.saveHours': { ask: () => ({ hours: usualHours }), answers: firms() },
  'firmAppointments.addDaysOff': {
    ask: () => ({ firstDay: '2026-12-01', lastDay: '2026-12-01' }),
    answers: firms(201),
  },
  // The days off exist for nobody, so the firm's people get 404.
  'firmAppointments.removeDaysOff': {
    ask: () => ({ id: nobodys }),
    answers: firms(404),
  },
}
