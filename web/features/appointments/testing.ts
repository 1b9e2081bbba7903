import { accounts, UserId } from '#contract/accounts/accounts.ts'
import {
  type Appointment,
  AppointmentId,
  appointments,
  type DaySlots,
} from '#contract/appointments/appointments.ts'
import { settings } from '#contract/settings.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { answer, idOf } from '#web/testing.tsx'

const amara = { id: UserId.parse(idOf(900)), firstName: 'Amara', lastName: 'Okafor' }
const priya = { id: UserId.parse(idOf(901)), firstName: 'Priya', lastName: 'Raman' }

export const appointmentOf = (n: number, start: string, facts: Partial<Appointment> = {}): Appointment => ({
  id: AppointmentId.parse(idOf(n)),
  title: `Appointment ${n}`,
  description: null,
  startTime: new Date(start),
  endTime: new Date(new Date(start).getTime() + 30 * 60_000),
  location: 'Virtual Meeting',
  meetingLink: null,
  status: 'scheduled',
  client: amara,
  with: priya,
  isAway: false,
  cancelledBy: null,
  sequence: 0,
  createdAt: new Date('2026-11-01T09:00:00Z'),
  ...facts,
})

/** The responses that the client's page needs. `list` may change while it is shown. */
export const portalWith = (state: { list: Appointment[]; slots?: DaySlots[] }) => [
  answer(appointments.list, () => state.list),
  answer(appointments.people, () => [priya]),
  answer(appointments.slots, () => state.slots ?? []),
  answer(settings.firm, () => firmOf()),
  answer(accounts.current, () => personOf(amara)),
]
