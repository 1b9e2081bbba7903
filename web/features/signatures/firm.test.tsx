// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { type SentRequest, signatures } from '#contract/signatures/signatures.ts'
import type { WitnessStanding } from '#contract/signatures/witness.ts'
import { TaskId } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { FirmSignaturesPage } from './firm-page.tsx'
import { requestOf, signatureOf } from './testing.ts'

const sentOf = (n: number, facts: Partial<SentRequest> = {}): SentRequest => ({
  ...requestOf(n),
  clientId: UserId.parse('0197a4a0-0000-7000-8000-000000000900'),
  clientName: 'Amara Okafor',
  step: null,
  canWithdraw: facts.state === undefined,
  awaitsWitness: null,
  declinedWitness: null,
  ...facts,
})
const signed = { state: 'signed', signedAt: new Date('2026-11-09T14:05:00Z') } as const

interface Options {
  at?: string
  isTooLate?: boolean
  /** State of the witness of the deed whose evidence is opened. */
  witness?: WitnessStanding | null
  more?: Answer[]
}

const open = (
  sent: SentRequest[],
  { at = '/firm/signatures', isTooLate = false, witness = null, more = [] }: Options = {},
) => {
  const state = { sent }
  const evidenceOf = (id: string) => state.sent.find((request) => request.id === id) ?? sentOf(1)
  show(
    <FirmSignaturesPage />,
    [
      ...more,
      answer(accounts.current, () => personOf({ role: 'fee_earner' })),
      answer(signatures.sent, ({ before }) =>
        state.sent.filter(({ id }) => before === undefined || id < before).slice(0, pageSize),
      ),
      answer(signatures.recipients, () => []),
      answer(signatures.evidence, ({ id }) => ({
        request: evidenceOf(id),
        signatures: [
          signatureOf(evidenceOf(id), { status: 'Altered', findings: ['The signed copy was changed.'] }),
        ],
        events: [],
        witness,
      })),
      answer(signatures.cancel, ({ id }) => {
        if (isTooLate)
          throw new Problem('conflict', 'This document is signed already.', { reason: 'already_signed' })
        state.sent = state.sent.map((request) =>
          request.id === id ? { ...request, state: 'cancelled', canWithdraw: false } : request,
        )
        return evidenceOf(id)
      }),
    ],
    { at },
  )
  return userEvent.setup()
}
const rows = () => screen.getAllByRole('row').slice(1)

test('what was sent shows client, step, day and state; only what the portal says can be withdrawn', async () => {
  const taskId = TaskId.parse(requestOf(7).id)
  const step = 'Sign the mortgage deed'
  open([sentOf(3, { taskId, step }), sentOf(2, { taskId, canWithdraw: false }), sentOf(1, signed)])
  await screen.findByRole('table', { name: 'Documents sent for signature' })
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(
      /Transfer deed 3For: Sign the mortgage deed.*Amara Okafor.*3 November 2026.*To be signed.*Withdraw/,
    ),
    expect.stringMatching(/To be signed(?!.*Withdraw)/),
    expect.stringMatching(/Signed(?!.*Withdraw)/),
  ])
})

test('taking a document back is asked first, and then shown', async () => {
  const user = open([sentOf(1)])
  await user.click(await screen.findByRole('button', { name: 'Withdraw Transfer deed 1' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Withdrawn', { selector: 'td *' })).toBeInTheDocument()
})

test('where the client was faster, the firm is told so', async () => {
  const user = open([sentOf(1)], { isTooLate: true })
  await user.click(await screen.findByRole('button', { name: 'Withdraw Transfer deed 1' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('This document is signed already.')).toBeInTheDocument()
})

test('the address of a notification opens the evidence, and what was altered is said', async () => {
  open([sentOf(1, signed)], { at: `/firm/signatures?document=${requestOf(1).id}` })
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer deed 1' }))
  expect(await dialog.findByText('Altered')).toBeInTheDocument()
  expect(dialog.getByText('The signed copy was changed.')).toBeInTheDocument()
})

test('sending asks for client, file and name, and says what is missing', async () => {
  const user = open([])
  await user.click(await screen.findByRole('button', { name: 'Send for signature' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send for signature' }))
  await user.click(await dialog.findByRole('button', { name: 'Send' }))
  for (const words of [
    'Please choose a client',
    'Please select a file to upload.',
    'Please name the document',
  ])
    expect(dialog.getByText(words)).toBeInTheDocument()
  expect(dialog.getByLabelText('Client')).toHaveFocus()
})

test('a document is sent for the step that is chosen; the only one that waits is chosen already', async () => {
  const clientOf = (n: number, firstName: string) => ({
    id: UserId.parse(idOf(900 + n)),
    firstName,
    lastName: 'Okafor',
    email: `${firstName}@example.com`.toLowerCase(),
  })
  const [amara, ben] = [clientOf(1, 'Amara'), clientOf(2, 'Ben')]
  const matter = { id: MatterId.parse(idOf(7)), reference: 'HR-2026-00007', title: 'Remortgage' }
  const deed = { id: TaskId.parse(idOf(11)), title: 'Sign the mortgage deed', matter }
  const transfer = { id: TaskId.parse(idOf(12)), title: 'Sign the transfer', matter: null }
  const stepsOf = answer(signatures.steps, ({ clientId }) =>
    clientId === amara.id ? [deed] : [deed, transfer],
  )
  const user = open([], { more: [answer(signatures.recipients, () => [amara, ben]), stepsOf] })
  await user.click(await screen.findByRole('button', { name: 'Send for signature' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send for signature' }))
  expect(dialog.queryByLabelText('For')).not.toBeInTheDocument()
  await user.selectOptions(await dialog.findByLabelText('Client'), amara.id)
  const step = () => dialog.findByRole('combobox', { name: 'For' })
  expect(await step()).toHaveDisplayValue('Sign the mortgage deed (HR-2026-00007)')
  await user.selectOptions(dialog.getByLabelText('Client'), ben.id)
  await dialog.findByRole('option', { name: 'Sign the transfer' })
  expect(await step()).toHaveDisplayValue('No step')
  await user.selectOptions(await step(), 'Sign the transfer')
  expect(await step()).toHaveDisplayValue('Sign the transfer')
})

test('a deed is marked as one, its witness is named once they have signed, and how far it is before', async () => {
  const deed = sentOf(1, { isDeed: true })
  const expiresAt = new Date('2026-11-09T14:30:00Z')
  open([deed], {
    at: `/firm/signatures?document=${deed.id}`,
    witness: { state: 'signed', name: 'Ana Silva', expiresAt, isDeclined: false },
  })
  const dialog = within(await screen.findByRole('dialog', { name: deed.name }))
  const words = 'Your client has signed. Ana Silva hasn’t signed yet; there’s time until 14:30.'
  expect(await dialog.findByText(words)).toBeInTheDocument()
  expect(screen.getByText('Deed', { selector: 'td *' })).toBeInTheDocument()
})

test('a deed that only its witness has yet to sign says so in the list, by name, and until when', async () => {
  const awaitsWitness = { name: 'Ana Silva', until: new Date('2026-11-09T14:30:00Z') }
  open([sentOf(2, { isDeed: true, awaitsWitness }), sentOf(1, { isDeed: true })])
  await screen.findByRole('table', { name: 'Documents sent for signature' })
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Waiting for the witnessDeedAna Silva, until 14:30/),
    expect.stringMatching(/To be signedDeed/),
  ])
  expect(within(rows()[0] ?? document.body).queryByText('To be signed')).not.toBeInTheDocument()
})

test('a deed whose witness has declined says so in the list, with their name where it is known', async () => {
  const deed = { isDeed: true, declinedWitness: { name: 'Ana Silva' } }
  open([sentOf(2, deed), sentOf(1, { ...deed, declinedWitness: { name: null } })])
  await screen.findByRole('table', { name: 'Documents sent for signature' })
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/To be signedDeedAna Silva can’t be the witness/),
    expect.stringMatching(/To be signedDeedThe person invited can’t be the witness/),
  ])
})

test('a deed whose witness has declined says so to the firm', async () => {
  const deed = sentOf(1, { isDeed: true })
  open([deed], {
    at: `/firm/signatures?document=${deed.id}`,
    witness: {
      state: 'over',
      name: 'Ana Silva',
      expiresAt: new Date('2026-11-09T14:30:00Z'),
      isDeclined: true,
    },
  })
  const dialog = within(await screen.findByRole('dialog', { name: deed.name }))
  expect(await dialog.findByText(/^Not signed yet\. Ana Silva can’t be the witness\./)).toBeInTheDocument()
})

test('the address leads to a document that the list has not come to', async () => {
  open([sentOf(2)], { at: `/firm/signatures?document=${requestOf(1).id}` })
  const dialog = within(await screen.findByRole('dialog', { name: 'A document that was sent' }))
  expect(await dialog.findByText('Transfer deed 1, for Amara Okafor')).toBeInTheDocument()
})

test('a list of more than 200 documents goes on to its end', async () => {
  const user = open(Array.from({ length: pageSize + 3 }, (_, n) => sentOf(pageSize + 3 - n)))
  // Querying roles would take seconds with hundreds of rows.
  expect(await screen.findAllByText(/^Transfer deed/)).toHaveLength(pageSize)
  await user.click(screen.getByText('Show older documents'))
  await screen.findByText('Transfer deed 1')
  expect(screen.getAllByText(/^Transfer deed/)).toHaveLength(pageSize + 3)
  expect(screen.queryByText('Show older documents')).not.toBeInTheDocument()
})
