import { appointments } from '#contract/appointments.ts'
import { firmAppointments } from '#contract/firm-appointments.ts'
import { listClientsByName } from '#server/features/accounts/service.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import { showCalendarFile } from './service/calendar-file.ts'
import * as diary from './service/diary.ts'
import { handOnAppointments } from './service/free-times.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const appointmentsRoutes = feature(
  appointments,
  {
    list: async (ctx, { before }) => service.shown(ctx, await store.listOf(ctx.db, ctx.actor.id, before)),
    people: diary.people,
    slots: diary.offerToClient,
    book: multiStep(service.book),
    change: multiStep(service.change),
    cancel: service.cancel,
    calendarFile: showCalendarFile,
  },
  { clientReset: service.eraseAppointments, staffDeparted: handOnAppointments },
)

export const firmAppointmentsRoutes = feature(firmAppointments, {
  list: service.listForFirm,
  clients: async ({ db, actor }, { search }) =>
    (await listClientsByName(db, actor, search)).map(({ id, firstName, lastName }) => ({
      id,
      firstName,
      lastName,
    })),
  slots: diary.offerToFirm,
  book: multiStep(service.bookForClient),
  diary: diary.showDiary,
  saveHours: diary.saveHours,
  addDaysOff: diary.addDaysOff,
  removeDaysOff: diary.removeDaysOff,
})
