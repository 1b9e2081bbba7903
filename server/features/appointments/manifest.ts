import { appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { listClientsByName } from '#server/features/accounts/service.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { appointmentsJobs } from './jobs.ts'
import { personalData } from './schema.ts'
import { showCalendarFile } from './service/calendar-file.ts'
import { people } from './service/choose-attendee.ts'
import { type Dependencies, listPurposes } from './service/choose-purpose.ts'
import * as diary from './service/edit-diary.ts'
import { listSlotsForClient, listSlotsForFirm } from './service/find-slots.ts'
import { handOverOfLeaver } from './service/hand-over-appointments.ts'
import { listForFirm, shown } from './service/show-appointments.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    appointments: 'appointment.booked' | 'appointment.changed' | 'appointment.cancelled' | 'hours.changed'
  }
}

const firmAppointmentsRoutes = (matters: Dependencies) =>
  routesOf(firmAppointments, {
    list: listForFirm,
    clients: async ({ db, actor }, { search }) =>
      (await listClientsByName(db, actor, search)).map(({ id, firstName, lastName }) => ({
        id,
        firstName,
        lastName,
      })),
    slots: listSlotsForFirm,
    purposes: (ctx, input) => listPurposes(ctx, input, matters),
    book: multiStep(service.bookForClient),
    diary: diary.showDiary,
    saveHours: diary.saveHours,
    addDaysOff: diary.addDaysOff,
    removeDaysOff: diary.removeDaysOff,
  })

export const appointmentsFeature = feature<{ matters: Dependencies }>({
  rank: 'workflow',
  routes: ({ matters }) => [
    routesOf(appointments, {
      list: async (ctx, { before }) => shown(ctx, await store.listOf(ctx.db, ctx.actor.id, before)),
      people,
      slots: listSlotsForClient,
      book: multiStep(service.book),
      change: multiStep(service.change),
      cancel: service.cancel,
      calendarFile: showCalendarFile,
    }),
    firmAppointmentsRoutes(matters),
  ],
  eventHandlers: { clientReset: service.eraseAppointments, staffDeparted: handOverOfLeaver },
  jobs: appointmentsJobs,
  personalData,
})
