// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { AppointmentId } from '#contract/appointments/appointments.ts'
import { type HandOver, handOver } from '#contract/firm/hand-over.ts'
import { Problem } from '#contract/kit/problem.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { FactsCard } from './parts/facts/facts-card.tsx'
import { firmFileOf } from './testing.ts'

const [priya, omar] = [
  { id: UserId.parse(idOf(70)), name: 'Priya Raman' },
  { id: UserId.parse(idOf(71)), name: 'Omar Haddad' },
]
const away = { id: UserId.parse(idOf(72)), name: 'Marcus Webb', awayUntil: '2026-12-03' }

const plain = firmFileOf(1)
const file = firmFileOf(1, {
  client: { id: UserId.parse(idOf(50)), name: 'Ana Bell', email: 'ana@example.com' },
  facts: { ...plain.facts, feeEarnerId: priya.id },
  stages: [],
})

const meeting = {
  id: AppointmentId.parse(idOf(90)),
  title: 'Sign the contract',
  client: 'Ana Bell',
  startTime: new Date('2026-11-12T14:00:00Z'),
}
const goesAlong = (isFree: boolean): HandOver => ({
  from: priya,
  colleagues: [{ ...omar, awayUntil: null }, away],
  clients: [{ name: 'Ana Bell', becomes: 'handed', isFileOpened: true, reviews: 2, unread: 1 }],
  nextStep: 'We check the lease',
  appointments: [{ ...meeting, goesAlong: isFree }],
})

const open = (hand: () => { to: string; appointments: HandOver['appointments'] }) => {
  const inputs: unknown[] = []
  show(<FactsCard file={file} />, [
    answer(accounts.current, () => personOf({ id: priya.id, role: 'administrator' })),
    answer(handOver.show, ({ toId }) => goesAlong(toId === undefined)),
    answer(handOver.hand, (input) => {
      inputs.push(input)
      return hand()
    }),
  ])
  return { inputs, user: userEvent.setup() }
}

test('before a case is handed over the dialog names what moves with it, and afterwards what stays', async () => {
  const { user, inputs } = open(() => ({ to: omar.name, appointments: goesAlong(false).appointments }))
  await user.click(await screen.findByRole('button', { name: 'Hand over' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over this case' }))
  const list = within(await dialog.findByRole('list', { name: 'What moves with it' }))
  expect(list.getByText('Our next step: We check the lease')).toBeVisible()
  expect(list.getByText(/2 documents and checks wait for a decision\. 1 unread message/)).toBeVisible()
  expect(list.getByText(/keeps its time$/)).toBeVisible()
  expect(dialog.getByRole('option', { name: 'Marcus Webb (away until 3 December 2026)' })).toBeVisible()
  await user.selectOptions(dialog.getByLabelText(/^Who takes over/), 'Omar Haddad')
  expect(await list.findByText(/stays with Priya Raman, because Omar Haddad isn't free then/)).toBeVisible()
  await user.type(dialog.getByLabelText(/^Note for your colleague/), 'The lease has 82 years left.')
  await user.click(dialog.getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText('Handed over to Omar Haddad')).toBeInTheDocument()
  expect(
    screen.getByText(/^Stays as booked, because Omar Haddad isn't free: 12 November/),
  ).toBeInTheDocument()
  expect(inputs).toMatchObject([
    { fromId: priya.id, toId: omar.id, note: 'The lease has 82 years left.', isClientTold: true },
  ])
})

test('the dialog says where only the case is handed over, because the client’s file stays as it is', async () => {
  show(<FactsCard file={file} />, [
    answer(accounts.current, () => personOf({ id: priya.id, role: 'administrator' })),
    answer(
      handOver.show,
      (): HandOver => ({
        ...goesAlong(true),
        clients: [{ name: 'Ana Bell', becomes: 'joined', isFileOpened: false, reviews: 0, unread: 0 }],
      }),
    ),
  ])
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Hand over' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over this case' }))
  const words = 'Ana Bell stays with whoever is responsible for them: only this case is handed over.'
  expect(await dialog.findByText(words)).toBeVisible()
  expect(dialog.queryByText(/sees the file as well/)).not.toBeInTheDocument()
})

test('a second person to hand a case over reads who is in charge now', async () => {
  const words = 'Marcus Webb has been put in charge of this case in the meantime.'
  const { user } = open(() => {
    throw new Problem('conflict', words, { reason: 'handed_meanwhile' })
  })
  await user.click(await screen.findByRole('button', { name: 'Hand over' }))
  await user.selectOptions(await screen.findByLabelText(/^Who takes over/), 'Omar Haddad')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a dialog that is opened again hands over from whoever runs the case by then', async () => {
  let from = priya
  const inputs: unknown[] = []
  show(<FactsCard file={file} />, [
    answer(accounts.current, () => personOf({ id: priya.id, role: 'administrator' })),
    answer(handOver.show, () => ({ ...goesAlong(true), from })),
    answer(handOver.hand, (input) => {
      inputs.push(input)
      return { to: omar.name, appointments: [] }
    }),
  ])
  const user = userEvent.setup()
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'Hand over' }))
    await user.selectOptions(await screen.findByLabelText(/^Who takes over/), 'Omar Haddad')
    return within(screen.getByRole('dialog'))
  }
  await user.click((await openDialog()).getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  from = { id: away.id, name: away.name }
  await user.click((await openDialog()).getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText('Handed over to Omar Haddad')).toBeInTheDocument()
  expect(inputs).toMatchObject([{ fromId: away.id }])
})
