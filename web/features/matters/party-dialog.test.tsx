// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { forms } from '#contract/forms/forms.ts'
import { matters } from '#contract/matters/matters.ts'
import { type KnownPerson, matterParties } from '#contract/matters/parties.ts'
import { PartyId, PersonId } from '#contract/matters/party.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { PartyDialog } from './parts/parties/party-dialog.tsx'
import { firmFileOf } from './testing.ts'

const known = (n: number, facts: Partial<KnownPerson>): KnownPerson => ({
  id: PersonId.parse(idOf(n)),
  name: 'Dulwich Building Society',
  kind: 'organisation',
  email: '',
  number: '',
  references: [],
  ...facts,
})

test('namesakes are told apart by their number, email and cases', async () => {
  show(<PartyDialog file={firmFileOf(1)} party={null} close={() => {}} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(forms.ofClient, () => []),
    answer(matters.clients, () => []),
    answer(matterParties.people, () => [
      known(2, { number: '00012345', references: ['HR-2026-00008'] }),
      known(3, {
        email: 'loans@dulwich.example',
        references: ['HR-2026-00009', 'HR-2026-00002', 'HR-2026-00001'],
      }),
    ]),
  ])
  const labels = (await screen.findAllByRole('option', { name: /^Dulwich/ })).map((each) => each.textContent)
  expect(labels).toEqual([
    'Dulwich Building Society · company number 00012345 · HR-2026-00008',
    'Dulwich Building Society · loans@dulwich.example · HR-2026-00009 and 2 other cases',
  ])
})

test('the name and address of a party with an account are shown, and only the rest is saved', async () => {
  const tom = {
    id: PartyId.parse(idOf(4)),
    personId: PersonId.parse(idOf(5)),
    clientId: UserId.parse(idOf(6)),
    role: 'joint_client',
    kind: 'person',
    name: 'Tom Lindholm',
    email: 'tom@example.com',
    phone: '',
    number: '',
    detail: '',
  } as const
  const saved: unknown[] = []
  show(<PartyDialog file={firmFileOf(1, { parties: [tom] })} party={tom} close={() => {}} />, [
    answer(matterParties.save, (input) => {
      saved.push(input)
      return tom
    }),
  ])
  expect(await screen.findByText(/^Tom Lindholm has an account here\. Please ask them/)).toBeVisible()
  expect(screen.getByText('tom@example.com')).toBeVisible()
  for (const label of [/^Name/, /^Email/, /^Person$/])
    expect(screen.queryByLabelText(label)).not.toBeInTheDocument()
  await userEvent.type(screen.getByLabelText(/^Phone number/), '07700 900123')
  await userEvent.click(screen.getByRole('button', { name: 'Save party' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const { id: partyId, role, number, detail } = tom
  expect(saved).toEqual([{ id: idOf(1), partyId, role, number, detail, phone: '07700 900123' }])
})

test('a name or address that is not changed is not saved, as a colleague may have corrected it', async () => {
  const clientId = UserId.parse(idOf(6))
  const may = {
    id: PartyId.parse(idOf(4)),
    personId: PersonId.parse(idOf(5)),
    clientId,
    role: 'giver_of_funds',
    kind: 'person',
    name: 'May Jones',
    email: 'may@example.com',
    phone: '',
    number: '',
    detail: '',
  } as const
  const saved: unknown[] = []
  const file = firmFileOf(1, { parties: [may], guestIds: [clientId] })
  show(<PartyDialog file={file} party={may} close={() => {}} />, [
    answer(matterParties.save, (input) => {
      saved.push(input)
      return may
    }),
  ])
  await userEvent.selectOptions(await screen.findByLabelText(/^Role/), 'beneficiary')
  await userEvent.click(screen.getByRole('button', { name: 'Save party' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const kept = { id: idOf(1), partyId: may.id, role: 'beneficiary', phone: '', number: '', detail: '' }
  expect(saved).toEqual([kept])
  await userEvent.type(screen.getByLabelText(/^Email/), '.uk')
  await userEvent.click(screen.getByRole('button', { name: 'Save party' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toEqual({ ...kept, email: 'may@example.com.uk' })
})
