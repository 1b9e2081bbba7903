import { z } from 'zod'
import { atMost, command, create, day, id, instant, line, read, remove, replace } from '../kit/endpoint.ts'
import { StaffRole } from '../kit/rights.ts'
import { fold } from '../kit/text.ts'
import { guessable, isGuessable } from './passwords.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    user: true
  }
}

export const UserId = id('user')
export type UserId = z.infer<typeof UserId>

/** What somebody is first of all; a person of the firm may hold further roles beside it. */
export const Role = z.enum(['client', ...StaffRole.options])
export type Role = z.infer<typeof Role>

/** The versions of the texts that a person accepts by registering. */
export const termsVersion = '2026-11-22'
export const privacyVersion = '2026-11-22'

/** What people may say of themselves and may leave out, with the rule of each: all else about these derives from it. */
const details = {
  phone: line(40),
  address: line(200),
  city: line(80),
  postalCode: line(12),
  country: line(80),
}
export type DetailName = keyof typeof details
export const detailNames = Object.keys(details) as DetailName[]

/** One value for each detail. */
export const eachDetail = <T>(valueOf: (name: DetailName) => T) =>
  Object.fromEntries(detailNames.map((name) => [name, valueOf(name)])) as Record<DetailName, T>

/** The details as they are shown: null where the person has left one out. */
export const shownDetails = eachDetail(() => z.string().nullable())

export const User = z.strictObject({
  id: UserId,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  ...shownDetails,
  role: Role,
  /** All that a person of the firm holds, the main one first; none of a client. */
  roles: z.array(StaffRole),
  isFirstLogin: z.boolean(),
  isTwoFactorEnabled: z.boolean(),
  /** The person has shown that mail to this address reaches them. It is asked for, and never a condition. */
  isEmailConfirmed: z.boolean(),
  /** Onboarding was completed in this very session: the dashboard still shows its first face. */
  isNewlyOnboarded: z.boolean(),
  /** Somebody on a case who has no account, and sees their own tasks alone. */
  isGuest: z.boolean(),
})
export type User = z.infer<typeof User>

const emailWords = 'Please enter a valid email'
// 254 octets is the longest address SMTP carries (RFC 5321 §4.5.3.1.3).
export const email = (words: string) => z.string(words).max(254, atMost(words)).pipe(z.email(words))

/** One address, however it is written: only another one asks for the password. */
export const isSameEmail = (email: string, other: string) => fold(email) === fold(other)

const passwordWords = 'Password must be at least 8 characters'
// The upper bound keeps a megabyte from reaching the hash; it is far above what a person types.
export const newPassword = z
  .string(passwordWords)
  .min(8, passwordWords)
  .max(256, atMost('Password must be at most 256 characters'))
  .refine((password) => !isGuessable(password), guessable)

const password = (required: string) =>
  z.string(required).min(1, required).max(256, 'This password is too long')

const usernameWords = 'Username must be at least 3 characters'

export const Registration = z
  .strictObject({
    firstName: line(80, 'First name is required'),
    lastName: line(80, 'Last name is required'),
    username: line(64, usernameWords)
      .refine((name) => [...name].length >= 3, usernameWords)
      // With an @ it could be the e-mail address of somebody else, who could then not sign in by it.
      .refine((name) => !fold(name).includes('@'), 'A username cannot contain @'),
    email: email(emailWords),
    phone: line(40).optional(),
    password: newPassword,
    confirmPassword: password('Please confirm your password'),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    message: 'Passwords do not match',
    path: ['confirmPassword'],
    when: ({ value }) => bothTyped(value),
  })
  .refine(({ username, email, password }) => !isGuessable(password, [username, email]), {
    message: guessable,
    path: ['password'],
  })
export type Registration = z.infer<typeof Registration>

export const Credentials = z.strictObject({
  username: z
    .string('Username is required')
    .trim()
    .min(1, 'Username is required')
    .max(254, 'Invalid username or password'),
  password: password('Password is required'),
})

/** Asked for by 403 `reauth_required` where a window that was left open must not be enough. */
export const CurrentPassword = z.string().max(256).optional()

export const Profile = z.strictObject({
  firstName: line(80, 'First name is required'),
  lastName: line(80, 'Last name is required'),
  email: email('Please enter a valid email address'),
  ...eachDetail((name) => details[name].optional()),
  /** Asked for only when the e-mail address changes. */
  currentPassword: CurrentPassword,
})

export type Profile = z.infer<typeof Profile>

export const PasswordChange = z
  .strictObject({
    currentPassword: password('Current password is required'),
    newPassword,
    confirmPassword: z.string('Please confirm your password').min(8, 'Please confirm your password').max(256),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    message: "Passwords don't match",
    path: ['confirmPassword'],
    when: ({ value }) => bothTyped(value),
  })

/** Where a link to a new password goes; what is answered never tells whether somebody has this address. */
export const ResetRequest = z.strictObject({ email: email('Please enter a valid email address') })

const linkToken = z.string().max(100)

export const PasswordReset = z
  .strictObject({
    token: linkToken,
    newPassword,
    confirmPassword: z.string('Please confirm your password').min(8, 'Please confirm your password').max(256),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    message: "Passwords don't match",
    path: ['confirmPassword'],
    when: ({ value }) => bothTyped(value),
  })

/** How long the link of a mail opens what it is for. */
export const resetMinutes = 60
export const confirmationDays = 7

// A cross-field rule speaks as soon as its own two fields are there, not only when all others are right.
const bothTyped = (value: unknown) => {
  const typed = value as { confirmPassword?: unknown; password?: unknown; newPassword?: unknown } | null
  const first = typed?.password ?? typed?.newPassword
  return (
    typeof first === 'string' && typeof typed?.confirmPassword === 'string' && typed.confirmPassword !== ''
  )
}

/** A session ends after this many hours whatever is done, */
export const sessionHours = 12
/** and after this many minutes in which nobody did anything; what a page asks by itself does not count. */
export const idleMinutesOf = (role: Role) => (role === 'client' ? 120 : 30)
/** So long before that the page offers to stay signed in. */
export const warningMinutes = 2

export const SessionId = id('session')
export type SessionId = z.infer<typeof SessionId>

export const Session = z.strictObject({
  id: SessionId,
  isCurrent: z.boolean(),
  agent: z.string(),
  address: z.string(),
  startedAt: instant,
  lastSeenAt: instant,
})
export type Session = z.infer<typeof Session>

/** The password was right, and opens nothing yet. */
export const SecondStepAwaited = z.strictObject({ twoFactorRequired: z.literal(true) })
export type SignInAnswer = User | z.infer<typeof SecondStepAwaited>

const Done = z.strictObject({ success: z.literal(true) })

/** What the portal knows of a client, for comparing documents with. */
export const PersonalDetails = z.strictObject({
  fullName: z.string(),
  dateOfBirth: day.nullable(),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
})
export type PersonalDetails = z.infer<typeof PersonalDetails>

export const accounts = {
  current: read('/api/user', {
    output: User,
    audience: 'member',
    withoutSecondFactor: true,
    forGuests: true,
    summary: 'The signed-in person',
  }),
  register: create('/api/register', {
    input: Registration,
    output: User,
    audience: 'anyone',
    summary: 'Opens a client account and signs in',
  }),
  login: command('/api/login', {
    input: Credentials,
    output: z.union([User, SecondStepAwaited]),
    audience: 'anyone',
    summary: 'Signs in, or asks for the second factor first',
  }),
  logout: command('/api/logout', {
    /** Where they also sign out, whom the firm's own provider has signed in. */
    output: Done.extend({ continueAt: z.string().optional() }),
    audience: 'anyone',
    summary: 'Ends the session',
  }),
  saveProfile: replace('/api/user/profile', {
    input: Profile,
    output: User,
    audience: 'member',
    summary: 'Saves the profile; changing the email address needs the password',
  }),
  changePassword: command('/api/change-password', {
    input: PasswordChange,
    output: Done,
    audience: 'member',
    summary: 'Changes the password and ends other sessions',
  }),
  sessions: read('/api/sessions', {
    output: z.array(Session),
    audience: 'member',
    summary: 'Where this person is signed in',
  }),
  endSession: remove('/api/sessions/:id', {
    input: z.strictObject({ id: SessionId }),
    audience: 'member',
    summary: 'Ends one session of this person',
  }),
  endOtherSessions: remove('/api/sessions', {
    input: z.strictObject({}),
    audience: 'member',
    summary: 'Ends every session of this person but this one',
  }),
  askReset: command('/api/forgotten-password', {
    input: ResetRequest,
    output: Done,
    audience: 'anyone',
    summary: 'Sends a password reset link if an account has this address',
  }),
  resetPassword: command('/api/reset-password', {
    input: PasswordReset,
    output: Done,
    audience: 'anyone',
    summary: 'Sets a new password by the token in a link, and ends every session',
  }),
  confirmEmail: command('/api/confirm-email', {
    input: z.strictObject({ token: linkToken }),
    output: Done,
    audience: 'anyone',
    summary: 'Confirms an email address by the token in a link',
  }),
  sendConfirmation: command('/api/confirm-email/send', {
    output: Done,
    audience: 'member',
    summary: 'Sends the email confirmation link again',
  }),
}
