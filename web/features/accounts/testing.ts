import { eachDetail, type User, UserId } from '#contract/accounts/accounts.ts'

/** Returns a client who has signed in before, unless `facts` says otherwise. */
export const personOf = (facts: Partial<User> = {}): User => ({
  id: UserId.parse('0197a4a0-0000-7000-8000-000000000001'),
  username: 'amara',
  firstName: 'Amara',
  lastName: 'Okafor',
  email: 'amara.okafor@example.com',
  ...eachDetail(() => null),
  role: 'client',
  roles: facts.role && facts.role !== 'client' ? [facts.role] : [],
  isFirstLogin: false,
  isTwoFactorEnabled: false,
  hasPassword: true,
  hasSecondFactor: facts.isTwoFactorEnabled ?? false,
  isEmailConfirmed: true,
  isNewlyOnboarded: false,
  isGuest: false,
  ...facts,
})
