import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { create, line, newInOutput, pageSize, read, remove, replace } from '../kit/endpoint.ts'
import { MatterName } from '../matters/parties.ts'
import { TaskId } from '../tasks.ts'
import { Appointment, BookedWhileAway, bookingOf, DaySlots, day, Party, SlotsInput } from './appointments.ts'
import { bookableDays } from './times.ts'
import { DaysOff, DaysOffId, newDaysOff, WeeklyHours } from './working-hours.ts'

/** The longest range that the firm can list, in days: a year back and as far ahead as can be booked. */
export const mostListedDays = 366 + bookableDays

const Diary = z.strictObject({
  hours: WeeklyHours,
  /** These are the default hours, because nobody has changed them. */
  isUsual: z.boolean(),
  daysOff: z.array(DaysOff.extend({ booked: newInOutput(z.array(BookedWhileAway), []) })),
})
export type Diary = z.infer<typeof Diary>

/** What a client is asked to book an appointment for. */
export const AppointmentPurpose = z.strictObject({
  taskId: TaskId,
  title: z.string(),
  /** The cases that ask for it, among those that the user may see. */
  matters: z.array(MatterName),
})
export type AppointmentPurpose = z.infer<typeof AppointmentPurpose>

/** The firm's endpoints: the appointments of the clients that a person may see, and that person's own diary. */
export const firmAppointments = {
  list: read('/api/firm/appointments', {
    /** With one client only, if there is one. */
    input: z.strictObject({ from: day, to: day, clientId: UserId.optional() }),
    output: z.array(Appointment),
    audience: 'firm',
    action: 'appointments.read',
    summary: 'Appointments of these days with the clients of this person, the earliest first',
  }),
  clients: read('/api/firm/appointments/clients', {
    input: z.strictObject({ search: line(100).optional() }),
    output: z.array(Party).max(pageSize),
    audience: 'firm',
    action: 'appointments.run',
    summary: 'Who this person may book an appointment for, by name',
  }),
  slots: read('/api/firm/appointments/slots', {
    input: SlotsInput.extend({ clientId: UserId }),
    output: z.array(DaySlots),
    audience: 'firm',
    action: 'appointments.run',
    summary: 'When this person, or a colleague of theirs, can meet a client',
  }),
  purposes: read('/api/firm/appointments/purposes', {
    input: z.strictObject({ clientId: UserId, withId: UserId.optional() }),
    output: z.array(AppointmentPurpose).max(pageSize),
    audience: 'firm',
    action: 'appointments.run',
    summary:
      'What a client has yet to book an appointment for, among what this person and the one who meets may know of',
  }),
  book: create('/api/firm/appointments', {
    input: bookingOf({
      clientId: UserId,
      /** What it is for. Null for nothing that the client was asked for. Older pages leave it out. */
      taskId: TaskId.nullable().optional(),
    }),
    output: Appointment,
    audience: 'firm',
    action: 'appointments.run',
    summary: 'Books an appointment for a client',
  }),
  diary: read('/api/firm/working-hours', {
    output: Diary,
    audience: 'firm',
    action: 'appointments.run',
    summary: "This person's working hours and days off",
  }),
  saveHours: replace('/api/firm/working-hours', {
    input: z.strictObject({ hours: WeeklyHours }),
    output: Diary,
    audience: 'firm',
    action: 'appointments.run',
    summary: 'Saves the working hours of each weekday',
  }),
  addDaysOff: create('/api/firm/days-off', {
    input: newDaysOff,
    output: Diary,
    audience: 'firm',
    action: 'appointments.run',
    summary: 'Takes days off: no appointments are offered on them',
  }),
  removeDaysOff: remove('/api/firm/days-off/:id', {
    input: z.strictObject({ id: DaysOffId }),
    audience: 'firm',
    action: 'appointments.run',
    summary: 'Removes days off',
  }),
}
