import { z } from 'zod'
import { email, newPassword, Registration, User, UserId } from '../accounts/accounts.ts'
import { guessable, isGuessable } from '../accounts/passwords.ts'
import { PhotographId } from '../accounts/photographs.ts'
import {
  atMost,
  command,
  create,
  day,
  enteredDay,
  id,
  instant,
  line,
  newInOutput,
  read,
  remove,
  replace,
  uuid,
} from '../kit/endpoint.ts'
import { LinkToken } from '../kit/link-token.ts'
import { londonDay } from '../kit/london.ts'
import { inOrder, rights, StaffRole } from '../kit/rights.ts'
import { MatterId } from '../matters/matters.ts'
import { Absence } from './teams.ts'

/** Lists the labels of all roles, such as "Fee earner, cashier". */
export const rolesText = (roles: readonly StaffRole[]) =>
  inOrder(roles)
    .map((role, at) => (at === 0 ? rights[role].label : rights[role].label.toLowerCase()))
    .join(', ')

/** Says as what somebody is invited, such as "a fee earner and an administrator". */
export const rolesWords = (roles: readonly StaffRole[]) =>
  inOrder(roles)
    .map((role) => rights[role].label.toLowerCase())
    .map((label) => `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`)
    .join(' and ')

const Roles = z.array(StaffRole).min(1, 'Please choose at least one role').max(StaffRole.options.length)

/** The cases that an auditor may read, and the last day on which they may. */
export const Inspection = z.strictObject({
  until: day,
  cases: z.array(z.strictObject({ id: MatterId, reference: z.string(), title: z.string() })),
})
export type Inspection = z.infer<typeof Inspection>

/** The same for whoever gives it. They know the references, but may not know of the cases themselves. */
const GivenInspection = z.strictObject({ until: day, references: z.array(z.string()) })

/** An inspection as an administrator submits it. */
export const WantedInspection = z.strictObject({
  until: enteredDay('Please choose the last day'),
  /** The references of the cases, because whoever gives the inspection need not know of the cases otherwise. */
  references: z.array(line(60)).max(2000, atMost('Please enter at most 2,000 case references')),
})
export type WantedInspection = z.infer<typeof WantedInspection>

const inspectionMissing = 'Please say which cases an auditor may read, and until when'

/** The roles of a person. An auditor needs an inspection, and nobody else may have one. */
const roleInput = { roles: Roles, inspection: WantedInspection.optional() }
const hasMatchingInspection = ({
  roles,
  inspection,
}: {
  roles: StaffRole[]
  inspection?: WantedInspection | undefined
}) => roles.includes('auditor') === (inspection !== undefined)
const whole = { message: inspectionMissing, path: ['inspection'] }

export const Person = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  photographId: PhotographId.nullable(),
  role: StaffRole,
  roles: z.array(StaffRole),
  /** Null for anyone who is not an auditor. */
  inspection: GivenInspection.nullable(),
  /** Null for a person who is at work and has no absence planned. */
  absence: Absence.nullable(),
  isTwoFactorEnabled: z.boolean(),
  lastSeenAt: instant.nullable(),
  /** Null while they can sign in. */
  deactivatedAt: instant.nullable(),
  /** How many clients they are responsible for. */
  clients: z.number().int(),
})
export type Person = z.infer<typeof Person>

export const InvitationId = id('invitation')
export type InvitationId = z.infer<typeof InvitationId>

export const Invitation = z.strictObject({
  id: InvitationId,
  email: z.string(),
  roles: z.array(StaffRole),
  invitedBy: z.string().nullable(),
  sentAt: instant,
  expiresAt: instant,
  /** The last day on which an auditor may read. Null for anyone else. */
  readsUntil: newInOutput(day.nullable(), null),
})
export type Invitation = z.infer<typeof Invitation>

export const invitationDays = 7

/** Shared rule: whether the last day for which an auditor was invited has passed. */
export const isInspectionOver = (readsUntil: string | null, now: Date) =>
  readsUntil !== null && readsUntil < londonDay(now)

/** Shared rule: the inviter sees which invitations can no longer open an account. */
export const isExpired = ({ expiresAt }: Pick<Invitation, 'expiresAt'>, now: Date) => expiresAt <= now

/** An invitation that was just sent. */
const Sent = Invitation.extend({
  /** If the portal sends no email, the path to hand over. Only this response contains it. */
  path: z.string().nullable(),
})

const typed = (value: unknown) => {
  const { password, confirmPassword } = (value ?? {}) as Record<string, unknown>
  return typeof password === 'string' && typeof confirmPassword === 'string' && confirmPassword !== ''
}

/** What a person enters to join the firm. The rules are the same as for a client. */
export const Joining = z.strictObject({
  firstName: Registration.shape.firstName,
  lastName: Registration.shape.lastName,
  username: Registration.shape.username,
  password: newPassword,
  confirmPassword: Registration.shape.confirmPassword,
})

const JoiningByToken = Joining.extend({ token: LinkToken })
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

export const successorMissing = 'Please choose who will take over the clients and cases'
const successor = uuid(successorMissing).brand<'user'>()

const ofPerson = z.strictObject({ id: UserId })
const ofInvitation = z.strictObject({ id: InvitationId })

export const people = {
  list: read('/api/firm/people', {
    output: z.strictObject({ people: z.array(Person), invitations: z.array(Invitation) }),
    audience: 'firm',
    action: 'people.manage',
    summary: 'Everyone at the firm, and who was invited',
  }),
  inspection: read('/api/firm/inspection', {
    output: z.strictObject({ inspection: Inspection.nullable() }),
    audience: 'firm',
    action: 'home.read',
    summary: 'Which cases this auditor may read, and until when; null for anyone else',
  }),
  invite: create('/api/firm/invitations', {
    input: z
      .strictObject({ email: email('Please enter a valid email address'), ...roleInput })
      .refine(hasMatchingInspection, whole),
    output: Sent,
    audience: 'firm',
    action: 'people.manage',
    summary: 'Invites someone to the firm by email, with the roles they will hold',
  }),
  resend: command('/api/firm/invitations/:id/resend', {
    input: ofInvitation,
    output: Sent,
    audience: 'firm',
    action: 'people.manage',
    summary: 'Sends an invitation again; the earlier link stops working',
  }),
  withdraw: remove('/api/firm/invitations/:id', {
    input: ofInvitation,
    audience: 'firm',
    action: 'people.manage',
    summary: 'Withdraws an invitation',
  }),
  saveRoles: replace('/api/firm/people/:id/roles', {
    input: z
      .strictObject({
        id: UserId,
        ...roleInput,
        /** Takes over their clients and open cases, if their new roles can't look after any. */
        handTo: successor.optional(),
      })
      .refine(hasMatchingInspection, whole),
    output: Person,
    audience: 'firm',
    action: 'people.manage',
    summary: 'Saves what someone at the firm may do; they have to sign in again',
  }),
  deactivate: command('/api/firm/people/:id/deactivate', {
    input: z.strictObject({
      id: UserId,
      /** Takes over their clients and open cases. Not needed if they have no clients. */
      handTo: successor.optional(),
    }),
    output: Person,
    audience: 'firm',
    action: 'people.manage',
    summary: 'Deactivates a person: their sessions end, their clients and cases are handed over',
  }),
  reactivate: command('/api/firm/people/:id/reactivate', {
    input: ofPerson,
    output: Person,
    audience: 'firm',
    action: 'people.manage',
    summary: 'Lets a person sign in again',
  }),
  look: command('/api/invitation', {
    input: z.strictObject({ token: LinkToken }),
    output: z.strictObject({
      email: z.string(),
      roles: z.array(StaffRole),
      invitedBy: z.string().nullable(),
    }),
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
