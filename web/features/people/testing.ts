import { UserId } from '#contract/accounts/accounts.ts'
import type { Person } from '#contract/firm/people.ts'
import { idOf } from '#web/testing.tsx'

/** A fee earner of the firm with two clients. */
export const memberOf = (n: number, facts: Partial<Person> = {}): Person => ({
  id: UserId.parse(idOf(n)),
  firstName: 'Omar',
  lastName: 'Haddad',
  username: `person${n}`,
  email: `person${n}@example.com`,
  role: 'fee_earner',
  roles: ['fee_earner'],
  inspection: null,
  absence: null,
  photographId: null,
  isTwoFactorEnabled: true,
  lastSeenAt: null,
  deactivatedAt: null,
  clients: 2,
  ...facts,
})
