import { date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { AppointmentId } from '#contract/appointments/appointments.ts'
import type { DaysOff, WeeklyHours } from '#contract/appointments/working-hours.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/**
 * The migration adds constraints that Drizzle cannot express: nobody is in two scheduled appointments at the same time.
 */
export const appointments = pgTable(
  'appointments',
  {
    id: uuid().primaryKey().$type<AppointmentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    withId: uuid().notNull().$type<UserId>(),
    title: text().notNull(),
    description: text(),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    location: text(),
    meetingLink: text(),
    /** A scheduled appointment counts as completed once its end has passed. */
    status: text().$type<'scheduled' | 'cancelled'>().notNull(),
    cancelledBy: text().$type<'client' | 'firm'>(),
    /** The client's task that it completed. If it is cancelled, the task reopens. */
    taskId: uuid().$type<TaskId>(),
    sequence: integer().notNull().default(0),
    /** When both sides get a reminder. Null if it was sent, or it was too late for it at booking. */
    dayReminderAt: instant(),
    hourReminderAt: instant(),
    createdAt: instant().notNull(),
    changedAt: instant().notNull(),
  },
  (t) => [
    index().on(t.clientId, t.id),
    index().on(t.withId, t.startTime),
    index().on(t.startTime),
    index().on(t.dayReminderAt),
    index().on(t.hourReminderAt),
  ],
)

/** The working hours of a person of the firm. Without a row, the default hours apply. */
export const workingHours = pgTable('working_hours', {
  personId: uuid().primaryKey().$type<UserId>(),
  hours: jsonb().$type<WeeklyHours>().notNull(),
})

export const daysOff = pgTable(
  'days_off',
  {
    id: uuid().primaryKey().$type<DaysOff['id']>(),
    personId: uuid().notNull().$type<UserId>(),
    firstDay: date({ mode: 'string' }).notNull(),
    lastDay: date({ mode: 'string' }).notNull(),
    note: text(),
  },
  (t) => [index().on(t.personId, t.lastDay)],
)

export const personalData = [
  registerPersonalData(appointments, {
    title: 'Your appointments',
    whose: appointments.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      withId: 'The reference number of the person you met; their name is shown in the portal.',
      title: true,
      description: true,
      startTime: true,
      endTime: true,
      location: true,
      meetingLink: true,
      status: true,
      cancelledBy: true,
      taskId: true,
      sequence: 'The version of the calendar entry.',
      dayReminderAt: 'When the portal should remind you.',
      hourReminderAt: 'When the portal should remind you.',
      createdAt: true,
      changedAt: true,
    },
  }),
]
