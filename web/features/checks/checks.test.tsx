// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import type { Unreached } from '#contract/firm/reach.ts'
import { identity, type ReviewedVerification } from '#contract/identity/identity.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { noQueueFacts } from '#contract/queue.ts'
import { TaskId } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { reviewedOf } from '#web/features/documents/testing.ts'
import { answer, expectAskedBeforeLoss, idOf, show } from '#web/testing.tsx'
import { ChecksPage } from './page.tsx'

const check: ReviewedVerification = {
  taskId: TaskId.parse(idOf(500)),
  verificationType: 'id',
  outcome: 'review',
  document: 'passport',
  modulus: null,
  completedAt: new Date('2026-11-03T09:00:00Z'),
  client: { id: UserId.parse(idOf(900)), firstName: 'Amara', lastName: 'Okafor' },
  accountName: null,
  accountNumber: null,
  sortCode: null,
  bankName: null,
  acceptedBy: null,
  acceptedAt: null,
  note: null,
  closedRoles: [],
  ...noQueueFacts,
}
const passport = reviewedOf(1, {
  documentType: 'Upload proof of identity',
  isOfIdentity: true,
  status: 'verified',
})
const selfie = reviewedOf(2, { documentType: 'selfie', isOfIdentity: true })
const number = reviewedOf(3, { documentType: 'photo', isOfIdentity: true, status: 'rejected' })

const another: ReviewedVerification = {
  ...check,
  taskId: TaskId.parse(idOf(501)),
  client: { id: UserId.parse(idOf(901)), firstName: 'Kofi', lastName: 'Mensah' },
}

const open = (
  documents: ReviewedDocument[],
  {
    accepted = () => {},
    waiting = [check],
    unreached = null,
  }: {
    accepted?: (input: unknown) => void
    waiting?: (typeof check)[]
    unreached?: Unreached | null
  } = {},
) =>
  show(<ChecksPage />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(identity.waiting, () => waiting),
    answer(identity.askAgain, () => []),
    answer(firm.reach, () => ({ unreached })),
    answer(reviews.ofClient, () => documents),
    answer(identity.accept, (input) => {
      accepted(input)
      return []
    }),
  ])
const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Accept: Identity of Amara Okafor' }))
  return within(await screen.findByRole('dialog', { name: 'Accept' }))
}

test('the card of an identity leads to what the client sent of who they are, with how each stands', async () => {
  open([
    passport,
    selfie,
    number,
    reviewedOf(4, { isSuperseded: true, isOfIdentity: true, documentType: 'selfie' }),
    reviewedOf(5),
  ])
  const sent = within(await screen.findByRole('list', { name: 'What they sent' }))
  expect(sent.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Proof of identityVerified',
    'SelfieAwaiting review',
    'Photo with a numberRejected',
  ])
  expect(sent.getByRole('link', { name: 'Selfie' })).toHaveAttribute('href', reviewPath(selfie.id))
})

test('an identity with an undecided picture cannot be accepted, and what is undecided is named', async () => {
  open([passport, selfie, number])
  const dialog = await openDialog()
  expect(await dialog.findByText('Please decide on these first')).toBeInTheDocument()
  expect(dialog.getByRole('link', { name: 'Selfie' })).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Accept and tell the client' })).toBeDisabled()
})

test('rejected pictures can be left out when an identity is accepted', async () => {
  const sent: unknown[] = []
  open([passport, number], { accepted: (input) => sent.push(input) })
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('checkbox', { name: /^Accept without it/ }))
  await userEvent.type(dialog.getByLabelText(/^How did you check it/), 'Seen in the office.')
  await userEvent.click(dialog.getByRole('button', { name: 'Accept and tell the client' }))
  await waitFor(() => expect(sent).toMatchObject([{ isWithoutRejected: true, note: 'Seen in the office.' }]))
})

test('if nothing contradicts it, an identity is accepted without further questions', async () => {
  open([passport])
  const dialog = await openDialog()
  expect(dialog.queryByText('Please decide on these first')).not.toBeInTheDocument()
  expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
})

test('what was requested again from one client takes away the Undo of what was accepted from another', async () => {
  open([passport], { waiting: [check, another] })
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText(/^How did you check it/), 'Seen in the office.')
  await userEvent.click(dialog.getByRole('button', { name: 'Accept and tell the client' }))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Request again: Identity of Kofi Mensah' }))
  await userEvent.type(screen.getByLabelText(/^Reason/), 'The picture is blurred.')
  await userEvent.click(screen.getByRole('button', { name: 'Send to the client' }))
  expect(await screen.findByText('Requested again')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('if no check waits, the page says when one will', async () => {
  show(<ChecksPage />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(identity.waiting, () => []),
  ])
  expect(await screen.findByText('Nothing awaiting a decision')).toBeInTheDocument()
})

test('a check that is requested again from a guest whose link has ended says before and after that nobody is told', async () => {
  open([passport], { unreached: 'link_over' })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Request again: Identity of Amara Okafor' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Request again' }))
  expect(await dialog.findByText('The client won’t be told')).toBeVisible()
  expect(dialog.getByText(/send them a new link and code/)).toBeVisible()
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'It is blurred.')
  await userEvent.click(dialog.getByRole('button', { name: 'Request again' }))
  expect(await screen.findByText(/the client hasn’t been told/)).toBeInTheDocument()
  expect(screen.queryByText(/the client has been told/)).not.toBeInTheDocument()
})

test('a fee earner who reads all as the compliance officer too decides only the checks of their own clients', async () => {
  const theirs = { ...another, closedRoles: ['fee_earner' as const] }
  show(<ChecksPage />, [
    answer(accounts.current, () =>
      personOf({ role: 'fee_earner', roles: ['fee_earner', 'compliance_officer'] }),
    ),
    answer(identity.waiting, () => [check, theirs]),
    answer(reviews.ofClient, () => []),
  ])
  await screen.findByRole('button', { name: 'Accept: Identity of Amara Okafor' })
  expect(screen.getByText(/^Submitted by clients; you decide for your own clients/)).toBeVisible()
  expect(screen.getAllByText('You can read this. Someone who works with the client decides.')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Accept: Identity of Kofi Mensah' })).not.toBeInTheDocument()
})

test.each([
  ['a note on an accepted check', /^Accept: Identity of Amara/, /^How did you check it/],
  ['the reason of a check that is requested again', /^Request again: Identity of Amara/, /^Reason/],
])('%s is not lost without a question', async (_, button, label) => {
  open([passport])
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await expectAskedBeforeLoss(await screen.findByLabelText(label))
})
