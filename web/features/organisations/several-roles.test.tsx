// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { caseOrganisationPath, caseOrganisationsPage } from '#contract/kit/pages.ts'
import { MatterId, matters } from '#contract/matters/matters.ts'
import { PartyId } from '#contract/matters/party.ts'
import { type MatterOrganisation, organisations } from '#contract/organisations/organisations.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmFileOf } from '#web/features/matters/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { OrganisationPage } from './page.tsx'

const partyId = PartyId.parse(idOf(2))
const at = new Date('2026-11-09T10:15:00Z')
const company: MatterOrganisation = {
  partyId,
  name: 'Cole Joinery Ltd',
  role: 'beneficial_owner',
  number: '09999991',
  facts: { kind: 'company', number: '', registeredAddress: '', officers: [], owners: [] },
  source: { kind: 'typed', by: 'Priya Raman', at, register: '' },
  filings: [],
  extract: null,
  canLookUp: true,
}

test.each([
  {
    closedRoles: ['fee_earner' as const],
    isOffered: false,
    whose: "a colleague's case, and can't change it",
  },
  { closedRoles: [], isOffered: true, whose: 'their own case, and can change it' },
])(
  'a fee earner who is the compliance officer too reads who owns a company on $whose',
  async ({ closedRoles, isOffered }) => {
    show(
      <Routes>
        <Route path={caseOrganisationsPage} element={<OrganisationPage />} />
      </Routes>,
      [
        answer(accounts.current, () =>
          personOf({ role: 'fee_earner', roles: ['fee_earner', 'compliance_officer'] }),
        ),
        answer(matters.firmOne, () => firmFileOf(1, { closedRoles })),
        answer(organisations.list, () => [company]),
        answer(organisations.proposed, () => []),
      ],
      { at: caseOrganisationPath(MatterId.parse(idOf(1)), partyId) },
    )
    expect(await screen.findByRole('heading', { name: 'Who owns it' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Edit' }) !== null).toBe(isOffered)
    expect(screen.queryByLabelText(/A filing/) !== null).toBe(isOffered)
    expect(screen.queryByText(/^You can read this case, but you don't work on it/) === null).toBe(isOffered)
  },
)
