import { z } from 'zod'
import {
  atMost,
  command,
  create,
  id,
  instant,
  line,
  newInOutput,
  read,
  remove,
  replace,
} from '../kit/endpoint.ts'
import { LinkToken } from '../kit/link-token.ts'
import { StaffRole } from '../kit/rights.ts'
import { telephone } from '../kit/telephone.ts'
import { fold } from '../kit/text.ts'
import { bothTyped, guessable, isGuessable, ownPassword, password, passwordTooLong } from './passwords.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    user: true
  }
}

export const UserId = id('user')
export type UserId = z.infer<typeof UserId>

/** A user's main role. A person of the firm may hold further roles. */
export const Role = z.enum(['client', ...StaffRole.options])
export type Role = z.infer<typeof Role>

/** The versions of the texts that a person accepts by registering. */
export const termsVersion = '2026-11-22'
export const privacyVersion = '2026-11-29'

/** Optional personal details, each with its rule. Everything else about these details is derived from this object. */
const details = {
  // One that was kept before there were rules stays while the rest is saved, so the server knows which to refuse.
  phone: line(40),
  address: line(200),
  city: line(80),
  postalCode: line(12),
  country: line(80),
}
export type DetailName = keyof typeof details
export const detailNames = Object.keys(details) as DetailName[]

/** Builds an object with one value for each detail. */
export const eachDetail = <T>(valueOf: (name: DetailName) => T) =>
  Object.fromEntries(detailNames.map((name) => [name, valueOf(name)])) as Record<DetailName, T>

/** The schema of the details in responses: null if the person has left one out. */
export const shownDetails = eachDetail(() => z.string().nullable())

export const User = z.strictObject({
  id: UserId,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  ...shownDetails,
  role: Role,
  /** All roles of a person of the firm, the main one first. Empty for a client. */
  roles: z.array(StaffRole),
  isFirstLogin: z.boolean(),
  isTwoFactorEnabled: z.boolean(),
  /** False for a person of the firm who signs in by its provider only. A code of their app confirms changes instead. */
  hasPassword: newInOutput(z.boolean(), true),
  /** Their own second factor is on, or this session began by a passkey or by the provider's accepted second factor. */
  hasSecondFactor: newInOutput(z.boolean(), true),
  /** The person has confirmed that email to this address reaches them. We ask for it, but nothing depends on it. */
  isEmailConfirmed: z.boolean(),
  /** Onboarding was completed in this session, so the dashboard still shows its first view. */
  isNewlyOnboarded: z.boolean(),
  /** A person on a case without an account, who sees only their own tasks. */
  isGuest: z.boolean(),
})
export type User = z.infer<typeof User>

const emailWords = 'Please enter a valid email'
// 254 octets is the longest address SMTP carries (RFC 5321 §4.5.3.1.3).
export const email = (words: string) =>
  z.string(words).max(254, atMost('Please use at most 254 characters')).pipe(z.email(words))

/** Whether two spellings mean the same address. Changing to a different address requires the password. */
export const isSameEmail = (email: string, other: string) => fold(email) === fold(other)

const passwordWords = 'Password must be at least 8 characters'
// The upper bound, far above what a person types, keeps megabytes of input away from the hash.
export const newPassword = z
  .string(passwordWords)
  .min(8, passwordWords)
  .max(256, atMost(passwordTooLong))
  .refine((password) => !isGuessable(password), guessable)

const usernameWords = 'Username must be at least 3 characters'

export const Registration = z
  .strictObject({
    firstName: line(80, 'First name is required'),
    lastName: line(80, 'Last name is required'),
    username: line(64, usernameWords)
      .refine((name) => [...name].length >= 3, usernameWords)
      // With an @ it could be somebody else's email address, and that person could then not sign in with it.
      .refine((name) => !fold(name).includes('@'), 'A username cannot contain @'),
    email: email(emailWords),
    phone: telephone().optional(),
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
  password: password(),
})

/** The password. A 403 `reauth_required` asks for it if an unattended browser window must not be enough. */
export const CurrentPassword = z.string().max(256, atMost(passwordTooLong)).optional()

export const Profile = z.strictObject({
  firstName: line(80, 'First name is required'),
  lastName: line(80, 'Last name is required'),
  email: email('Please enter a valid email address'),
  ...eachDetail((name) => details[name].optional()),
  /** Required only if the email address changes. */
  currentPassword: CurrentPassword,
})

export type Profile = z.infer<typeof Profile>

const typedTwice = z.object({
  newPassword,
  confirmPassword: z
    .string('Please confirm your password')
    .min(8, 'Please confirm your password')
    .max(256, atMost(passwordTooLong)),
})
const isSameTwice = (typed: z.infer<typeof typedTwice>) => typed.newPassword === typed.confirmPassword
const notTheSame = {
  message: "Passwords don't match",
  path: ['confirmPassword'],
  when: ({ value }: z.core.ParsePayload) => bothTyped(value),
}

export const PasswordChange = z
  .strictObject({ currentPassword: ownPassword('Current password is required'), ...typedTwice.shape })
  .refine(isSameTwice, notTheSame)

/** The address to send a password reset link to. The response never reveals whether an account has this address. */
export const ResetRequest = z.strictObject({ email: email('Please enter a valid email address') })

export const PasswordReset = z
  .strictObject({ token: LinkToken, ...typedTwice.shape })
  .refine(isSameTwice, notTheSame)

/** How long the links in emails work. */
export const resetMinutes = 60
export const confirmationDays = 7

/** A session ends after this many hours, regardless of activity. */
export const sessionHours = 12
/**
 * A session also ends after this many minutes without user activity. Requests that a page makes by itself don't count.
 */
export const idleMinutesOf = (role: Role) => (role === 'client' ? 120 : 30)
/** How many minutes before the session ends the page offers to stay signed in. */
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

/** The response to a correct password while the second factor is missing: the user is not signed in yet. */
export const SecondStepAwaited = z.strictObject({ twoFactorRequired: z.literal(true) })
export type SignInAnswer = User | z.infer<typeof SecondStepAwaited>

const Done = z.strictObject({ success: z.literal(true) })

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
    /** The sign-out page of the firm's provider, for a user who signed in through it. */
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
  lookAtReset: command('/api/reset-password/look', {
    input: z.strictObject({ token: LinkToken }),
    output: Done,
    audience: 'anyone',
    summary: 'Whether a link to choose a password still works; anyone who has it may ask',
  }),
  resetPassword: command('/api/reset-password', {
    input: PasswordReset,
    output: Done,
    audience: 'anyone',
    summary: 'Sets a new password by the token in a link, and ends every session',
  }),
  confirmEmail: command('/api/confirm-email', {
    input: z.strictObject({ token: LinkToken }),
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
