// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { detailNames, eachDetail } from '#contract/accounts/accounts.ts'
import type { ClientFile } from '#contract/firm/firm.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { Contact } from './client-page.tsx'

const { id, username, firstName, lastName, email } = personOf()
const client: ClientFile = {
  ...eachDetail((name) => `the ${name} of Amara`),
  id,
  username,
  firstName,
  lastName,
  email,
  isEmailConfirmed: true,
  isGuest: false,
  joinedAt: new Date('2026-11-09T09:00:00Z'),
  lastSeenAt: null,
  feeEarner: null,
  feeEarnerId: null,
  invitedAt: null,
  canSignIn: true,
  isOnboarded: true,
  particulars: {
    fullName: 'Amara Okafor',
    dateOfBirth: null,
    address: null,
    postalCode: null,
    fromMerged: [],
  },
  team: [],
  assignedTeam: null,
  tasks: [],
  closedRoles: [],
}

test.each(detailNames)("the firm's page of a client shows their %s", (name) => {
  render(<Contact client={client} />)
  expect(screen.getByText(new RegExp(`the ${name} of Amara`))).toBeInTheDocument()
})

test('an address that nobody has shown to be theirs is marked, except of a client who cannot sign in yet', () => {
  const words = 'Not confirmed as theirs'
  const { rerender } = render(<Contact client={{ ...client, isEmailConfirmed: false }} />)
  expect(screen.getByText(words)).toBeInTheDocument()
  rerender(<Contact client={{ ...client, isEmailConfirmed: false, canSignIn: false }} />)
  expect(screen.queryByText(words)).not.toBeInTheDocument()
})

test('of a guest neither the username that nobody uses nor a chat that they never had is shown', () => {
  const { rerender } = render(<Contact client={client} />)
  expect(screen.getByText('Verification chat')).toBeInTheDocument()
  rerender(<Contact client={{ ...client, isGuest: true }} />)
  for (const name of ['Verification chat', 'Username'])
    expect(screen.queryByText(name)).not.toBeInTheDocument()
})

test("what a client only gave in a merged record says so, and what they gave in the kept one doesn't", () => {
  const words = /from a record merged into this one/
  const particulars = { ...client.particulars, dateOfBirth: '1991-03-04', address: '8 Mill Lane, Ely' }
  const { rerender } = render(<Contact client={{ ...client, particulars }} />)
  expect(screen.queryByText(words)).not.toBeInTheDocument()
  const merged = { ...particulars, fromMerged: ['dateOfBirth' as const] }
  rerender(<Contact client={{ ...client, particulars: merged }} />)
  expect(screen.getByText(words)).toHaveTextContent(/^4 March 1991/)
})
