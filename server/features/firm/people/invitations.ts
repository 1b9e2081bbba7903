import type { UserId } from '#contract/accounts/accounts.ts'
import {
  type Invitation,
  type InvitationId,
  invitationDays,
  isExpired,
  isInspectionOver,
  type people,
  rolesWords,
} from '#contract/firm/people.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { inOrder, type StaffRole } from '#contract/kit/rights.ts'
import {
  type AccountDependencies,
  claimStaff,
  expectInspectable,
  findAccountByEmail,
  findToken,
  issueToken,
  joinFirm,
  namesOf,
  rates,
  spendToken,
  withdrawToken,
} from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { after, days } from '#server/platform/time/durations.ts'
import type { InvitationRow } from '../store.ts'
import * as store from '../store.ts'
import { findInspected } from './inspected-cases.ts'

const purpose = 'invitation'
const lifetime = days(invitationDays)

type Sent = Output<typeof people.invite>

/** Invites an address. A second invitation replaces the first. */
export async function invite(
  ctx: Ctx<Staff>,
  { email, roles, inspection }: Input<typeof people.invite>,
): Promise<Sent> {
  const scope = inspection && (await findInspected(ctx, inspection))
  if (scope) expectInspectable(ctx, scope)
  const [role, ...otherRoles] = inOrder(roles) as [StaffRole, ...StaffRole[]]
  const known = await findAccountByEmail(ctx.db, email)
  if (known) throw known.deactivatedAt ? leftBefore() : takenAddress()
  const row = await store.insert(ctx.db, {
    id: newId<InvitationId>(),
    email,
    role,
    otherRoles,
    inspection: scope ?? null,
    invitedById: ctx.actor.id,
    sentAt: ctx.now,
    expiresAt: after(ctx.now, lifetime),
  })
  await audit(ctx, 'person.invited', { subjectId: null, details: { email, roles: rolesOf(row).join(', ') } })
  return sendOut(ctx, row)
}

const rolesOf = ({ role, otherRoles }: Pick<InvitationRow, 'role' | 'otherRoles'>) => [role, ...otherRoles]

const lastDayOf = ({ inspection }: Pick<InvitationRow, 'inspection'>) => inspection?.until ?? null

/** Sends an invitation again. The previous link stops working, and the user counts as the inviter from now on. */
export async function resend(ctx: Ctx<Staff>, { id }: Input<typeof people.resend>): Promise<Sent> {
  const { email, inspection } = await store.claim(ctx.db, id)
  if (isInspectionOver(lastDayOf({ inspection }), ctx.now)) throw inspectionOver()
  const row = await store.update(ctx.db, id, {
    invitedById: ctx.actor.id,
    sentAt: ctx.now,
    expiresAt: after(ctx.now, lifetime),
  })
  await audit(ctx, 'person.invited', { subjectId: null, details: { email, roles: rolesOf(row).join(', ') } })
  return sendOut(ctx, row)
}

export async function withdraw(ctx: Ctx, { id }: Input<typeof people.withdraw>) {
  const gone = await store.remove(ctx.db, id)
  if (!gone) return notFound('invitation')
  await withdrawToken(ctx, { purpose, subjectId: id })
  await audit(ctx, 'invitation.withdrawn', { subjectId: null, details: { email: gone.email } })
  return undefined
}

/** Withdraws the invitations of a person who may no longer invite. */
export async function withdrawAllOf(ctx: Ctx, inviterId: UserId) {
  for (const { id } of await store.listOf(ctx.db, inviterId)) await withdraw(ctx, { id })
}

/** Returns whom an invitation is for, by its link. */
export async function look({ db, now }: Ctx, { token }: Input<typeof people.look>) {
  const row = await findOpen(db, { token, now })
  const { email, roles, invitedBy } = await shownOf(db, row)
  return { email, roles, invitedBy }
}

/**
 * Opens the account, once: of two people who use the same link, the second finds it used. Throws `invitation_over` for
 * the second.
 */
export async function join(
  ctx: MultiStepCtx,
  input: Input<typeof people.join>,
  dependencies: AccountDependencies,
) {
  await ctx.ports.limits.count(rates.registerAddress, ctx.caller.address)
  const { token } = input
  await findOpen(ctx.read, { token, now: ctx.now })
  const admit = async (step: Ctx) => {
    // `findOpen` locks the inviter, so that they keep their role until the account is open. The invitation is deleted
    // before the token, in the same order as in `withdraw`.
    const row = await findOpen(step.db, { token, now: step.now })
    const { id, email, inspection } = row
    const isTaken = (await store.remove(step.db, id)) && (await spendToken(step, { purpose, token }))
    if (!isTaken) throw overNow()
    const roles = rolesOf(row)
    await audit(step, 'person.joined', { subjectId: null, details: { email, roles: roles.join(', ') } })
    return { email, roles, inspection: inspection ?? undefined }
  }
  return joinFirm(ctx, input, { ...dependencies, admit })
}

/**
 * Accepts the open invitation of an address whose ownership was proved by other means than its link. Returns null if
 * there is none.
 */
export async function admitByAddress(step: Ctx, email: string) {
  const row = await store.findByEmail(step.db, email)
  if (!row || isExpired(row, step.now) || isInspectionOver(lastDayOf(row), step.now)) return null
  if (!(await isInviterThere(step.db, row))) return null
  if (!(await store.remove(step.db, row.id))) return null
  await withdrawToken(step, { purpose, subjectId: row.id })
  const roles = rolesOf(row)
  await audit(step, 'person.joined', { subjectId: null, details: { email, roles: roles.join(', ') } })
  return { roles, inspection: row.inspection ?? undefined }
}

async function findOpen(db: Db, { token, now }: { token: string; now: Date }) {
  const found = await findToken(db, { purpose, token, now })
  const row = found && (await store.find(db, found.subjectId))
  if (!row || isInspectionOver(lastDayOf(row), now) || !(await isInviterThere(db, row))) throw overNow()
  return row
}

/** Whether the inviter is still an administrator. Otherwise the invitation is not valid. */
const isInviterThere = async (db: Db, { invitedById }: InvitationRow) => {
  const [inviter] = await claimStaff(db, [invitedById])
  return inviter?.role === 'administrator'
}

async function sendOut(ctx: Ctx, row: InvitationRow): Promise<Sent> {
  const token = await issueToken(ctx, { purpose, subjectId: row.id, lifetime })
  const path = `${pages.invitation}?token=${token}`
  const { name } = await findFirm(ctx.db)
  await ctx.publish('mailDue', {
    to: { address: row.email, firstName: '', userId: null },
    subject: `You're invited to the portal of ${name}`,
    paragraphs: [
      `You've been invited to the portal of ${name} as ${rolesWords(rolesOf(row))}.`,
      `The link works once, for ${invitationDays} days. If you weren't expecting this, you can ignore it.`,
    ],
    action: { label: 'Accept the invitation', path },
    event: `invitation:${row.id}:${row.sentAt.toISOString()}`,
  })
  const isSent = ctx.ports.mail.kind === 'smtp'
  return { ...(await shownOf(ctx.db, row)), path: isSent ? null : path }
}

export const listInvitations = async (db: Db) =>
  Promise.all((await store.list(db)).map((row) => shownOf(db, row)))

async function shownOf(db: Db, row: InvitationRow): Promise<Invitation> {
  const { id, email, sentAt, expiresAt, invitedById } = row
  const person = (await namesOf(db, [invitedById])).get(invitedById)
  const invitedBy = person ? fullName(person) : null
  return { id, email, roles: rolesOf(row), sentAt, expiresAt, invitedBy, readsUntil: lastDayOf(row) }
}

const takenAddress = () => {
  const words = 'There is already an account with this email address.'
  return new Problem('conflict', words, { fields: { email: words }, reason: 'already_taken' })
}

const leftBefore = () => {
  const words = 'This person has a deactivated account. Please reactivate it instead.'
  return new Problem('conflict', words, { fields: { email: words }, reason: 'deactivated' })
}

const inspectionOver = () =>
  new Problem(
    'conflict',
    'The last day on which this auditor could read has passed. Please withdraw this invitation and invite them again.',
    { reason: 'inspection_over' },
  )

const overNow = () =>
  new Problem(
    'not_found',
    'This invitation is no longer valid: it has been used or withdrawn, or has expired. Please ask for another.',
    {
      reason: 'invitation_over',
    },
  )
