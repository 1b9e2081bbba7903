// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type Appointment, AppointmentId } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { lists } from '#contract/firm/lists.ts'
import { InvitationId, people } from '#contract/firm/people.ts'
import { home, type WaitingGroup } from '#contract/home/home.ts'
import { identity } from '#contract/identity/identity.ts'
import { Problem } from '#contract/kit/problem.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { settings } from '#contract/settings.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { memberOf } from '#web/features/people/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { UserOfEndedSession } from '#web/platform/session.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { FirmPage } from './page.tsx'

const priya = personOf({
  id: UserId.parse(idOf(1)),
  firstName: 'Priya',
  lastName: 'Raman',
  role: 'administrator',
})
const amara = { id: UserId.parse(idOf(2)), firstName: 'Amara', lastName: 'Okafor' }
const gone = (): never => {
  throw new Problem('unavailable', 'Please try again in a moment.')
}

const meeting = (n: number, facts: Partial<Appointment> = {}): Appointment => ({
  id: AppointmentId.parse(idOf(100 + n)),
  title: `Meeting ${n}`,
  description: null,
  startTime: new Date(Date.now() - 60_000),
  endTime: new Date(Date.now() + 3_600_000),
  location: 'Virtual Meeting',
  meetingLink: 'https://meet.example.com/room',
  status: 'scheduled',
  client: amara,
  with: { id: priya.id, firstName: priya.firstName, lastName: priya.lastName },
  isAway: false,
  cancelledBy: null,
  sequence: 0,
  createdAt: new Date('2026-11-01T09:00:00Z'),
  ...facts,
})

const nothing = [
  answer(accounts.current, () => priya),
  answer(settings.firm, () => firmOf()),
  answer(home.show, () => []),
  answer(identity.waiting, () => []),
  answer(firmAppointments.list, () => []),
  answer(lists.clients, () => ({ rows: [], hasMore: false })),
  answer(lists.people, () => []),
  answer(people.list, () => ({ people: [], invitations: [] })),
  answer(lists.views, () => []),
]

const open = (page: ReactNode, own: Parameters<typeof show>[1] = []) =>
  show(<UserOfEndedSession value={priya}>{page}</UserOfEndedSession>, [...own, ...nothing])

const groups: WaitingGroup[] = [
  {
    kind: 'messages',
    total: 4,
    late: 1,
    oldest: [
      {
        id: amara.id,
        client: 'Amara Okafor',
        title: '2 messages',
        filename: null,
        matters: [],
        since: new Date('2026-11-01T09:00:00Z'),
        isLate: true,
        path: '/firm/messages?with=x',
      },
    ],
  },
  { kind: 'refunds', total: 0, late: 0, oldest: [] },
  { kind: 'disputes', total: 0, late: 0, oldest: [] },
]

test('waiting items are listed with the oldest named, and each has a link', async () => {
  open(<FirmPage />, [answer(home.show, () => groups)])
  expect(await screen.findByRole('heading', { name: '4 things need you' })).toBeInTheDocument()
  expect(screen.getAllByText('1 late')).toHaveLength(2)
  const line = screen.getByRole('link', { name: 'Amara Okafor · 2 messages' })
  expect(line).toHaveAttribute('href', '/firm/messages?with=x')
  expect(screen.getByRole('link', { name: 'Messages to answer' })).toHaveAttribute('href', '/firm/messages')
  expect(screen.getByRole('link', { name: 'Refunds due' })).toHaveAttribute('href', '/firm/refunds')
})

test('a waiting document is named by what was asked for, with its case and then its file', async () => {
  const matter = { id: MatterId.parse(idOf(9)), reference: 'HR-2026-00012', title: 'Purchase of 4 Elm Road' }
  const [message] = groups[0]?.oldest ?? []
  if (!message) throw new Error('Nothing waits')
  const oldest = [{ ...message, title: 'Proof of address', filename: 'IMG_2231.jpg', matters: [matter] }]
  open(<FirmPage />, [answer(home.show, () => [{ kind: 'documents' as const, total: 1, late: 0, oldest }])])
  expect(await screen.findByRole('link', { name: 'Amara Okafor · Proof of address' })).toBeInTheDocument()
  expect(screen.getByText('HR-2026-00012 Purchase of 4 Elm Road · IMG_2231.jpg')).toBeInTheDocument()
})

test('on its first day the firm reads that nothing waits and that nobody is met', async () => {
  open(<FirmPage />)
  for (const words of ['Nothing needs you', 'You’re up to date', 'No appointments today.'])
    expect(await screen.findByText(words)).toBeInTheDocument()
})

test('a day on which nothing waits still leads to every list that the user deals with', async () => {
  const kinds = ['documents', 'checks', 'refunds'] as const
  open(<FirmPage />, [
    answer(home.show, () => kinds.map((kind) => ({ kind, total: 0, late: 0, oldest: [] }))),
  ])
  expect(await screen.findByText('You’re up to date')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'identity and bank checks' })).toHaveAttribute(
    'href',
    '/firm/checks',
  )
  expect(screen.getByRole('link', { name: 'refunds due' })).toHaveAttribute('href', '/firm/refunds')
})

test('an administrator of a new portal reads what it still lacks, and nothing once it has that', async () => {
  const alone = [
    answer(settings.firm, () => firmOf({ isDemo: false })),
    answer(people.list, () => ({ people: [memberOf(3, { roles: ['administrator'] })], invitations: [] })),
  ]
  const { unmount } = open(<FirmPage />, alone)
  expect(await screen.findByRole('link', { name: 'Connect your mail server' })).toBeVisible()
  for (const name of ['Invite your colleagues', 'Say who the compliance officer is'])
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/firm/people')
  unmount()
  const whole = [
    memberOf(3, { roles: ['administrator'] }),
    memberOf(4, { roles: ['fee_earner', 'compliance_officer'] }),
  ]
  open(<FirmPage />, [
    answer(settings.firm, () => firmOf({ isDemo: false, sendsEmail: true })),
    answer(people.list, () => ({ people: whole, invitations: [] })),
  ])
  expect(await screen.findByText('Nothing needs you')).toBeInTheDocument()
  expect(screen.queryByText('To finish setting up')).not.toBeInTheDocument()
})

test('a sole practitioner says once that nobody is to be invited, and is not asked again', async () => {
  const alone = [
    answer(settings.firm, () => firmOf({ isDemo: false, sendsEmail: true })),
    answer(people.list, () => ({
      people: [memberOf(3, { roles: ['administrator', 'compliance_officer'] })],
      invitations: [],
    })),
  ]
  const { unmount } = open(<FirmPage />, alone)
  await userEvent.click(await screen.findByRole('button', { name: 'I work alone' }))
  expect(screen.queryByText('To finish setting up')).not.toBeInTheDocument()
  unmount()
  open(<FirmPage />, alone)
  expect(await screen.findByText('Nothing needs you')).toBeInTheDocument()
  expect(screen.queryByText('To finish setting up')).not.toBeInTheDocument()
})

test('whoever was invited as compliance officer is not there before they join, nor once the link has expired', async () => {
  const openWith = (expiresAt: Date) =>
    open(<FirmPage />, [
      answer(settings.firm, () => firmOf({ isDemo: false, sendsEmail: true })),
      answer(people.list, () => ({
        people: [memberOf(3, { roles: ['administrator'] })],
        invitations: [
          {
            id: InvitationId.parse(idOf(4)),
            email: 'grace@hartley-rowe.example',
            roles: ['compliance_officer' as const],
            invitedBy: null,
            sentAt: new Date('2026-11-01T09:00:00Z'),
            expiresAt,
            readsUntil: null,
          },
        ],
      })),
    ])
  const { unmount } = openWith(new Date('2126-11-08T09:00:00Z'))
  const line = (await screen.findByText('grace@hartley-rowe.example')).closest('li')
  expect(line).toHaveTextContent(
    'grace@hartley-rowe.example has been invited as compliance officer. Until they join, nobody decides risk answers.',
  )
  expect(screen.queryByRole('link', { name: 'Invite your colleagues' })).not.toBeInTheDocument()
  unmount()
  openWith(new Date('2020-11-08T09:00:00Z'))
  for (const name of ['Invite your colleagues', 'Say who the compliance officer is'])
    expect(await screen.findByRole('link', { name })).toBeVisible()
})

test("today's appointments are listed, and only an https link to a meeting can be followed", async () => {
  const colleague = { ...amara, id: UserId.parse(idOf(3)) }
  open(<FirmPage />, [
    answer(firmAppointments.list, () => [
      meeting(1),
      meeting(2, { meetingLink: 'http://meet.example.com/room' }),
      meeting(3, { status: 'cancelled' }),
      meeting(4, { with: colleague }),
    ]),
  ])
  const links = await screen.findAllByRole('link', { name: /^Join Meeting/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://meet.example.com/room'])
  expect(screen.getByText('Meeting 2')).toBeInTheDocument()
  expect(screen.queryByText('Meeting 3')).not.toBeInTheDocument()
  expect(screen.getByText('1 more appointment with your colleagues.')).toBeInTheDocument()
})

test('a part of the page that cannot be loaded says so, and the rest still works', async () => {
  open(<FirmPage />, [answer(firmAppointments.list, gone)])
  const said = () => screen.getAllByText('Please try again in a moment.')
  await waitFor(() => expect(said()).toHaveLength(1))
  expect(await screen.findByText('Nothing needs you')).toBeInTheDocument()
})

test('an auditor reads which cases they may read, and until when', async () => {
  const auditor = personOf({ id: UserId.parse(idOf(1)), role: 'auditor', roles: ['auditor'] })
  const id = MatterId.parse(idOf(9))
  const inspection = { until: '2026-11-20', cases: [{ id, reference: 'HR-2026-00012', title: 'A flat' }] }
  show(
    <UserOfEndedSession value={auditor}>
      <FirmPage />
    </UserOfEndedSession>,
    [answer(accounts.current, () => auditor), answer(people.inspection, () => ({ inspection })), ...nothing],
  )
  expect(await screen.findByText('You can read these cases until 20 November 2026')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'A flat' })).toHaveAttribute('href', `/firm/cases/${id}`)
  // A second role may let them change other things.
  expect(screen.getByText(/^As an auditor you can’t change anything\./)).toBeInTheDocument()
})
