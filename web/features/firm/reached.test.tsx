// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { matterTabs, type ReachedPerson } from '#contract/firm/matter-tabs.ts'
import { firmMatterPage, firmMatterPath } from '#contract/kit/pages.ts'
import { type FirmMatterFile, matters } from '#contract/matters/matters.ts'
import { type Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { emptySummary, firmFileOf } from '#web/features/matters/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { FirmMatterPage } from './matter-page.tsx'

const invitedAt = new Date('2026-11-03T09:00:00Z')
const partyOf = (n: number, facts: Pick<Party, 'name' | 'role' | 'clientId' | 'email'>): Party => ({
  id: PartyId.parse(idOf(80 + n)),
  personId: PersonId.parse(idOf(90 + n)),
  kind: 'person',
  phone: '',
  number: '',
  detail: '',
  ...facts,
})
const [kofiId, mayId] = [51, 52].map((n) => UserId.parse(idOf(n))) as [UserId, UserId]
const kofi = partyOf(1, {
  name: 'Kofi Mensah',
  role: 'joint_client',
  clientId: kofiId,
  email: 'kofi@example.com',
})
const may = partyOf(2, {
  name: 'May Jones',
  role: 'giver_of_funds',
  clientId: mayId,
  email: 'may@example.com',
})
const file = firmFileOf(1, { parties: [kofi, may], guestIds: [mayId] })
const amara = { id: file.client.id, firstName: 'Amara', lastName: 'Okafor', role: 'client' as const }
const people: ReachedPerson[] = [
  { ...amara, email: 'amara@example.com', isGuest: false, invitedAt: null, canSignIn: true },
  {
    id: kofiId,
    firstName: 'Kofi',
    lastName: 'Mensah',
    role: 'joint_client',
    email: 'kofi@example.com',
    isGuest: false,
    invitedAt,
    canSignIn: false,
  },
]

async function open(facts: Partial<FirmMatterFile> = {}) {
  const page = (
    <Routes>
      <Route path={firmMatterPage} element={<FirmMatterPage />} />
    </Routes>
  )
  const answers = [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matters.firmOne, () => ({ ...file, ...facts })),
    answer(matterTabs.summary, () => ({ ...emptySummary, people })),
    answer(matterTemplates.one, () => ({ version: 1, steps: [], newer: null })),
    answer(matterTemplates.untouched, () => []),
    answer(compliance.risk, () => ({ marks: [] })),
  ]
  show(page, answers, { at: firmMatterPath(file.id) })
  const reached = within(await screen.findByRole('list', { name: 'How clients are reached' }))
  await reached.findByText(/not signed in yet/)
  return reached
}

test('a case names each client once, with how they are reached and who can be invited again', async () => {
  const reached = await open()
  expect(reached.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Amara Okafor client · amara@example.com',
    'Kofi Mensah joint client · kofi@example.com · Invited on 3 November 2026, not signed in yet Send invitation again',
  ])
  expect(reached.getByRole('button', { name: 'Send invitation again for Kofi Mensah' })).toBeVisible()
  expect(screen.getAllByText('Kofi Mensah')).toHaveLength(1)
  expect(screen.getByText('May Jones')).toBeVisible()
})

test('nobody is invited again to a closed case', async () => {
  const reached = await open({ status: 'closed', move: null, closedAt: invitedAt })
  expect(reached.queryByRole('button')).toBeNull()
})
