import { registerTable } from '#server/platform/audit/personal-data.ts'
import { acceptances, particulars, sessions, users } from './schema.ts'

const forFinding = 'Another spelling of the same words, used for searching.'

export const personalData = [
  registerTable(users, {
    title: 'Your account',
    whose: users.id,
    columns: {
      id: true,
      username: true,
      usernameKey: forFinding,
      usernameLook: forFinding,
      email: true,
      emailKey: forFinding,
      firstName: true,
      lastName: true,
      phone: true,
      address: true,
      city: true,
      postalCode: true,
      country: true,
      role: true,
      passwordHash: 'A secret: anyone who had it could try to guess the password.',
      isFirstLogin: true,
      isTwoFactorEnabled: true,
      feeEarnerId: "Someone else's reference number; their name is shown in the portal.",
      emailConfirmedAt: true,
      lastSeenAt: true,
      deactivatedAt: true,
      createdAt: true,
    },
  }),
  registerTable(particulars, {
    title: 'What you told us about yourself',
    whose: particulars.userId,
    columns: {
      userId: 'Your own reference number, which is given with your account.',
      fullName: true,
      dateOfBirth: true,
      address: true,
      postalCode: true,
      source: true,
      confirmedAt: true,
      updatedAt: true,
    },
  }),
  registerTable(acceptances, {
    title: 'Terms and notices you accepted',
    whose: acceptances.userId,
    columns: {
      id: true,
      userId: 'Your own reference number.',
      document: true,
      version: true,
      acceptedAt: true,
    },
  }),
  registerTable(sessions, {
    title: 'Where you are signed in',
    whose: sessions.userId,
    columns: {
      id: true,
      tokenHash: 'A secret: it could be used to open the session.',
      userId: 'Your own reference number.',
      address: true,
      agent: true,
      begunBy: true,
      isNewlyOnboarded: true,
      startedAt: true,
      lastSeenAt: true,
    },
  }),
]
