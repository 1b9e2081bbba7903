import { held } from '#server/platform/holdings.ts'
import { acceptances, particulars, sessions, users } from './schema.ts'

const forFinding = 'A spelling of the same words that the portal looks things up by.'

export const holdings = [
  held(users, {
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
      passwordHash: 'A secret: whoever had it could try to guess the password.',
      isFirstLogin: true,
      isTwoFactorEnabled: true,
      feeEarnerId: 'The number of somebody else; their name stands in the portal.',
      emailConfirmedAt: true,
      lastSeenAt: true,
      deactivatedAt: true,
      createdAt: true,
    },
  }),
  held(particulars, {
    title: 'What you told us of yourself',
    whose: particulars.userId,
    columns: {
      userId: 'Your own number, which is with your account.',
      fullName: true,
      dateOfBirth: true,
      address: true,
      postalCode: true,
      source: true,
      confirmedAt: true,
      updatedAt: true,
    },
  }),
  held(acceptances, {
    title: 'Texts that you accepted',
    whose: acceptances.userId,
    columns: { id: true, userId: 'Your own number.', document: true, version: true, acceptedAt: true },
  }),
  held(sessions, {
    title: 'Where you are signed in',
    whose: sessions.userId,
    columns: {
      id: true,
      tokenHash: 'A secret: it stands for the key of the session.',
      userId: 'Your own number.',
      address: true,
      agent: true,
      begunBy: true,
      isNewlyOnboarded: true,
      startedAt: true,
      lastSeenAt: true,
    },
  }),
]
