import { z } from 'zod'
import { email, newPassword, Registration, Role, User, UserId } from './accounts.ts'
import { command, create, id, instant, read, remove, replace } from './kit.ts'
import { guessable, isGuessable } from './passwords.ts'

/** What an administrator can make of a person of the firm. Clients register by themselves. */
export const StaffRole = Role.exclude(['client'])
export type StaffRole = z.infer<typeof StaffRole>

export const roleWords: Record<StaffRole, string> = {
  fee_earner: 'Fee earner',
  administrator: 'Administrator',
}

export const Person = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  role: StaffRole,
  isTwoFactorEnabled: z.boolean(),
  lastSeenAt: instant.nullable(),
  /** Null while they may sign in. */
  deactivatedAt: instant.nullable(),
  /** How many clients they answer for. */
  clients: z.number().int(),
})
export type Person = z.infer<typeof Person>

export const InvitationId = id('invitation')
export type InvitationId = z.infer<typeof InvitationId>

export const Invitation = z.strictObject({
  id: InvitationId,
  email: z.string(),
  role: StaffRole,
  invitedBy: z.string().nullable(),
  sentAt: instant,
  expiresAt: instant,
})
export type Invitation = z.infer<typeof Invitation>

export const invitationDays = 7

/** Shared rule: whoever invites sees which of them opens no account any more. */
export const isExpired = ({ expiresAt }: Pick<Invitation, 'expiresAt'>, now: Date) => expiresAt <= now

/** An invitation that was just sent. */
const Sent = Invitation.extend({
  /** Where no mail leaves the portal, the address to hand over: it is told once. */
  path: z.string().nullable(),
})

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete')

const typed = (value: unknown) => {
  const { password, confirmPassword } = (value ?? {}) as Record<string, unknown>
  return typeof password === 'string' && typeof confirmPassword === 'string' && confirmPassword !== ''
}

/** Who somebody is when they join the firm's side: the same rules as for a client. */
export const Joining = z.strictObject({
  firstName: Registration.shape.firstName,
  lastName: Registration.shape.lastName,
  username: Registration.shape.username,
  password: newPassword,
  confirmPassword: Registration.shape.confirmPassword,
})

const JoiningByToken = Joining.extend({ token })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    message: 'Passwords do not match',
    path: ['confirmPassword'],
    when: ({ value }) => typed(value),
  })
  .refine(({ username, password }) => !isGuessable(password, [username]), {
    message: guessable,
    path: ['password'],
  })
export type Joining = z.infer<typeof Joining>

const ofPerson = z.strictObject({ id: UserId })
const ofInvitation = z.strictObject({ id: InvitationId })

export const people = {
  list: read('/api/firm/people', {
    output: z.strictObject({ people: z.array(Person), invitations: z.array(Invitation) }),
    audience: 'administrator',
    summary: 'Everyone at the firm, and who was invited',
  }),
  invite: create('/api/firm/invitations', {
    input: z.strictObject({ email: email('Please enter a valid email address'), role: StaffRole }),
    output: Sent,
    audience: 'administrator',
    summary: 'Invites a fee earner or an administrator by email',
  }),
  resend: command('/api/firm/invitations/:id/resend', {
    input: ofInvitation,
    output: Sent,
    audience: 'administrator',
    summary: 'Sends an invitation again; the earlier link stops working',
  }),
  withdraw: remove('/api/firm/invitations/:id', {
    input: ofInvitation,
    audience: 'administrator',
    summary: 'Withdraws an invitation',
  }),
  changeRole: replace('/api/firm/people/:id/role', {
    input: z.strictObject({ id: UserId, role: StaffRole }),
    output: Person,
    audience: 'administrator',
    summary: 'Makes a fee earner an administrator, or the other way round; they have to sign in again',
  }),
  deactivate: command('/api/firm/people/:id/deactivate', {
    input: z.strictObject({
      id: UserId,
      /** Who answers for their clients from now on; not asked for where there are none. */
      handTo: z.uuid('Please choose who will be responsible for these clients').brand<'user'>().optional(),
    }),
    output: Person,
    audience: 'administrator',
    summary: 'Deactivates a person: their sessions end, their clients are handed over',
  }),
  reactivate: command('/api/firm/people/:id/reactivate', {
    input: ofPerson,
    output: Person,
    audience: 'administrator',
    summary: 'Lets a person sign in again',
  }),
  look: command('/api/invitation', {
    input: z.strictObject({ token }),
    output: z.strictObject({ email: z.string(), role: StaffRole, invitedBy: z.string().nullable() }),
    audience: 'anyone',
    summary: 'Who an invitation is for; anyone who has its link may ask',
  }),
  join: create('/api/invitation/join', {
    input: JoiningByToken,
    output: User,
    audience: 'anyone',
    summary: 'Opens the account someone was invited to, once, and signs in',
  }),
}
