import { Route, Routes } from 'react-router'
import { accounts, type Role, UserId } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { type ClientFile, firm, TeamId } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { teams } from '#contract/firm/teams.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { identityReports } from '#contract/identity/reports.ts'
import { clientPage, clientPath, pages } from '#contract/kit/pages.ts'
import { payments } from '#contract/payments/payments.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { ClientPage } from './client-page.tsx'

/** The client whose page is opened. */
export const clientId = UserId.parse(idOf(50))
export const priya = {
  id: UserId.parse(idOf(1)),
  firstName: 'Priya',
  lastName: 'Raman',
  role: 'administrator' as const,
}
export const omar = {
  id: UserId.parse(idOf(2)),
  firstName: 'Omar',
  lastName: 'Haddad',
  role: 'fee_earner' as const,
}

export const property = { id: TeamId.parse(idOf(90)), name: 'Property', memberIds: [], clients: 0 }

export const fileOf = (facts: Partial<ClientFile> = {}): ClientFile => ({
  id: clientId,
  firstName: 'Amara',
  lastName: 'Okafor',
  email: 'amara@example.com',
  isEmailConfirmed: true,
  isGuest: false,
  joinedAt: new Date('2026-11-01T09:00:00Z'),
  lastSeenAt: null,
  feeEarner: 'Priya Raman',
  username: 'amara',
  phone: null,
  address: '4 Elm Road',
  city: 'Leeds',
  postalCode: 'LS1 4DY',
  country: null,
  invitedAt: null,
  canSignIn: true,
  isOnboarded: false,
  particulars: {
    fullName: 'Amara Okafor',
    dateOfBirth: '1991-03-04',
    address: null,
    postalCode: null,
    fromMerged: [],
  },
  feeEarnerId: priya.id,
  team: [priya],
  assignedTeam: null,
  tasks: [],
  closedRoles: [],
  ...facts,
})

/** Opens the page of a client, by default as an administrator. */
export const openClientPage = (
  file: () => ClientFile,
  { role = 'administrator' as Role, more = [] as Answer[] } = {},
) =>
  show(
    <Routes>
      <Route path={clientPage} element={<ClientPage />} />
      <Route path={pages.firmClients} element={<p>All clients</p>} />
    </Routes>,
    [
      ...more,
      answer(accounts.current, () => personOf({ ...priya, role })),
      answer(firm.client, file),
      answer(firm.colleagues, () => [priya, omar]),
      answer(teams.list, () => [property]),
      answer(identity.ofClient, () => []),
      answer(identityReports.ofClient, () => ({ reports: [], canAsk: null })),
      answer(reviews.ofClient, () => []),
      answer(payments.ofClient, () => []),
      answer(forms.ofClient, () => []),
      answer(lists.matters, () => ({ rows: [], hasMore: false })),
    ],
    { at: clientPath(clientId) },
  )
