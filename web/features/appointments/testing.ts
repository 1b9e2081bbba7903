import { accounts, type User, UserId } from '#contract/accounts.ts'
import { type Appointment, AppointmentId, appointments, type DayOffers } from '#contract/appointments.ts'
import { settings } from '#contract/settings.ts'
import { answer } from '#web/testing.tsx'

const idOf = (n: number) => `0197a4a0-0000-7000-8000-${String(n).padStart(12, '0')}`
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
  cancelledBy: null,
  sequence: 0,
  createdAt: new Date('2026-11-01T09:00:00Z'),
  ...facts,
})

/** What the client's page asks; `list` may be changed while it is shown. */
export const portalWith = (state: { list: Appointment[]; offers?: DayOffers[] }) => [
  answer(appointments.list, () => state.list),
  answer(appointments.people, () => [priya]),
  answer(appointments.slots, () => state.offers ?? []),
  answer(settings.firm, () => firm),
  answer(accounts.current, () => user),
]

const user: User = {
  ...amara,
  username: 'amara',
  email: 'amara.okafor@example.com',
  phone: null,
  address: null,
  city: null,
  postalCode: null,
  country: null,
  role: 'client',
  isFirstLogin: false,
  isTwoFactorEnabled: false,
  isEmailConfirmed: true,
  isNewlyOnboarded: false,
}

const firm = {
  name: 'Hartley & Rowe',
  regulator: 'Authorised and regulated by the Solicitors Regulation Authority',
  telephone: '020 7946 0123',
  hours: 'Monday to Friday, 9am to 5.30pm',
  email: 'hello@hartley-rowe.example',
  postalAddress: '12 Garden Court, London EC4Y 9BL',
  complaintsTo: 'complaints@hartley-rowe.example',
  vatNumber: 'GB 000 0000 00',
  expectedReply: 'within one working day',
  timeZone: 'Europe/London',
  holidays: 'england-and-wales' as const,
  isDemo: true,
  isSecure: false,
  needsSetup: false,
}
