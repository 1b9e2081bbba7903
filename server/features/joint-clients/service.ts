import {
  type jointClients as contract,
  type FirmJointInvitation,
  type JointInvitation,
  type JointInvitationId,
  type JointInvitationState,
  jointInvitationDays,
  mostInvited,
} from '#contract/joint-clients.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName, isPlainName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { getAccount, issueToken, namesOf, withdrawToken } from '#server/features/accounts/service.ts'
import { claimPartyOf, findMatterOf, jointParties } from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { after, days } from '#server/platform/time/durations.ts'
import type { InvitationRow } from './store.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>
type MatterRow = Awaited<ReturnType<typeof jointParties.getOwnMatter>>

/** What the token of an invitation's link is for. */
export const purpose = 'joint_client'
const lifetime = days(jointInvitationDays)
const inviteRate: Limit = { name: 'joint_client', points: 10, duration: 86_400 }

export async function listInvitations(ctx: Ctx<Client>, { id }: Requested<'list'>) {
  const matter = await jointParties.getOwnMatter(ctx, id)
  return shown(ctx, await store.listOf(ctx.db, matter.id), ctx.actor.id)
}

async function shown(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  rows: readonly InvitationRow[],
  viewerId: Client['id'],
): Promise<JointInvitation[]> {
  const nameBy = await inviters(db, rows)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.invitedById === viewerId ? row.email : null,
    invitedBy: nameBy(row),
    isYours: row.invitedById === viewerId,
    state: stateOf(row, now),
    sentAt: row.sentAt,
  }))
}

export const inviters = async (db: Db, rows: readonly InvitationRow[]) => {
  const names = await namesOf(
    db,
    rows.map(({ invitedById }) => invitedById),
  )
  return ({ invitedById }: InvitationRow) => {
    const person = names.get(invitedById)
    return person ? fullName(person) : 'A former client'
  }
}

const stateOf = ({ accountId, expiresAt }: InvitationRow, now: Date): JointInvitationState => {
  if (accountId !== null) return 'registered'
  return expiresAt <= now ? 'expired' : 'sent'
}

export async function listForFirm(
  ctx: Ctx<Staff>,
  { id }: Requested<'firmList'>,
): Promise<FirmJointInvitation[]> {
  const rows = await store.listOf(ctx.db, await findMatterOf(ctx, id))
  const nameBy = await inviters(ctx.db, rows)
  return rows.map((row) => ({
    id: row.id,
    partyId: row.partyId,
    name: row.name,
    email: row.email,
    invitedBy: nameBy(row),
    state: stateOf(row, ctx.now),
    sentAt: row.sentAt,
    isAgreed: row.isAgreed,
  }))
}

export async function invite(
  ctx: MultiStepCtx<Client>,
  wanted: Requested<'invite'>,
): Promise<Output<typeof contract.invite>> {
  await ctx.ports.limits.count(inviteRate, ctx.actor.id)
  return ctx.transaction((step) => insert(step, wanted))
}

async function insert(ctx: Ctx<Client>, { id, name, email }: Requested<'invite'>) {
  const matter = await jointParties.claimOwnMatter(ctx, id)
  refuseClosed(matter)
  await withdrawExpired(ctx, matter, email)
  refuseMore(await store.listOf(ctx.db, matter.id), { name, email })
  const inviter = await getAccount(ctx.db, ctx.actor.id)
  const invitedBy = fullName(inviter)
  const party = await jointParties.addInvited(ctx, matter, { name, email, invitedBy })
  const row = await store.insert(ctx.db, {
    id: newId<JointInvitationId>(),
    matterId: matter.id,
    partyId: party.id,
    name,
    email,
    invitedById: inviter.id,
    sentAt: ctx.now,
    expiresAt: after(ctx.now, lifetime),
  })
  await auditInvitation(ctx, 'joint_client.invited', { matter, row })
  const path = await sendOut(ctx, row, inviter)
  await jointParties.notifyInCharge(ctx, matter, {
    title: 'A client has invited a joint client',
    name: `${invitedBy} has invited ${name}`,
  })
  await jointParties.invalidateInvited(ctx, matter)
  const [added] = await shown(ctx, [row], ctx.actor.id)
  return { ...(added ?? notFound('invitation')), path: ctx.ports.mail.kind === 'smtp' ? null : path }
}

/** Whoever invites the same person again does so because the link has expired. */
async function withdrawExpired(ctx: Ctx<Client>, matter: MatterRow, email: string) {
  const rows = await store.listOf(ctx.db, matter.id)
  const expired = rows.find((row) => fold(row.email) === fold(email) && stateOf(row, ctx.now) === 'expired')
  if (expired) await withdraw(ctx, { matter, row: expired })
}

const refuseClosed = ({ status }: MatterRow) => {
  if (status === 'closed' || status === 'rejected')
    throw new Problem('conflict', 'This case isn’t open, so nobody can be invited to it.', {
      reason: `case_${status}`,
    })
}

function refuseMore(rows: readonly InvitationRow[], { name, email }: Pick<InvitationRow, 'name' | 'email'>) {
  if (rows.some((row) => fold(row.email) === fold(email))) {
    const words = 'Someone with this address has been invited already'
    throw new Problem('conflict', `${words}.`, { reason: 'already_invited', fields: { email: words } })
  }
  if (rows.length >= mostInvited)
    throw new Problem(
      'conflict',
      `${rows.length} people have been invited already. Please call us if ${name} should join as well.`,
      { reason: 'too_many_invited' },
    )
}

/** Returns the path of the link. The email contains nothing about the case, because somebody else may read it. */
async function sendOut(ctx: Ctx, row: InvitationRow, inviter: { firstName: string; lastName: string }) {
  const token = await issueToken(ctx, { purpose, subjectId: row.id, lifetime })
  const path = `${pages.jointInvitation}?token=${token}`
  const { name } = await findFirm(ctx.db)
  const isPlain = isPlainName(inviter.firstName) && isPlainName(inviter.lastName)
  const invitedBy = isPlain ? fullName(inviter) : null
  await ctx.publish('mailDue', {
    to: { address: row.email, firstName: row.name.split(/\s+/)[0] ?? row.name, userId: null },
    subject: `${invitedBy ?? `A client of ${name}`} has invited you to join their case`,
    paragraphs: [
      `${invitedBy ? `${invitedBy} is a client of ${name} and` : `A client of ${name}`} would like you to be a client of the same case. Open the link to accept: you can open an account with this email address, or use the one you have.`,
      `We need to check that we can act for you too before you see anything. The link works for ${jointInvitationDays} days. If you weren't expecting this, you can ignore it.`,
    ],
    action: { label: 'See the invitation', path },
    event: `joint_client:${row.id}`,
    matterIds: [row.matterId],
  })
  return path
}

/** Only the client who sent an invitation may withdraw it. For the other clients of the matter, it does not exist. */
export async function withdrawOwn(ctx: Ctx<Client>, { id, invitationId }: Requested<'withdraw'>) {
  const matter = await jointParties.claimOwnMatter(ctx, id)
  const row = await store.getOf(ctx.db, matter.id, invitationId)
  if (row.invitedById !== ctx.actor.id) return notFound('invitation')
  return withdraw(ctx, { matter, row })
}

export async function withdrawForFirm(ctx: Ctx<Staff>, wanted: Requested<'firmWithdraw'>) {
  return withdraw(ctx, await claimForFirm(ctx, wanted))
}

async function claimForFirm(ctx: Ctx<Staff>, { id, invitationId }: Requested<'agree'>) {
  const known = await store.getOf(ctx.db, await findMatterOf(ctx, id), invitationId)
  const { matter } = await claimPartyOf(ctx, { id, partyId: known.partyId })
  return { matter, row: await store.getOf(ctx.db, matter.id, invitationId) }
}

async function withdraw(ctx: Ctx<Member>, { matter, row }: Invited) {
  await jointParties.removeInvited(ctx, matter, row.partyId)
  await auditInvitation(ctx, 'joint_client.withdrawn', { matter, row })
  if (row.accountId !== null)
    await notify(ctx, row.accountId, {
      topic: 'cases',
      inMail: 'You won’t be joining a case.',
      title: 'An invitation was withdrawn',
      body: `${(await inviters(ctx.db, [row]))(row)} invited you to join their case. The invitation was withdrawn, so you won’t see it. You don’t have to do anything.`,
    })
  await jointParties.invalidateInvited(ctx, matter)
  return undefined
}

export interface Invited {
  matter: MatterRow
  row: InvitationRow
}

/**
 * The firm agrees to act for them. If they have already registered, they can see the matter now. Throws
 * `address_unconfirmed` if they did so, in an earlier version, with an address that they have yet to confirm.
 */
export async function agree(ctx: Ctx<Staff>, wanted: Requested<'agree'>) {
  const { matter, row } = await claimForFirm(ctx, wanted)
  refuseClosed(matter)
  if (row.accountId !== null && !ownsInvitedAddress(ctx, await getAccount(ctx.db, row.accountId), row))
    throw stillUnconfirmed(row)
  await auditInvitation(ctx, 'joint_client.agreed', { matter, row })
  if (row.accountId === null) await store.update(ctx.db, row.id, { isAgreed: true })
  else await admit(ctx, { matter, row: { ...row, accountId: row.accountId } })
  await jointParties.invalidateInvited(ctx, matter)
  return listForFirm(ctx, { id: matter.id })
}

/**
 * Whether an account has the invited address and has confirmed it. Where the portal sends no email, nobody can confirm
 * one.
 */
export const ownsInvitedAddress = (
  { ports }: Pick<Ctx, 'ports'>,
  account: { email: string; emailConfirmedAt: Date | null },
  row: InvitationRow,
) =>
  ports.mail.kind !== 'smtp' || (fold(account.email) === fold(row.email) && account.emailConfirmedAt !== null)

const stillUnconfirmed = ({ name, email }: InvitationRow) =>
  new Problem(
    'conflict',
    `${name} has accepted with an account that hasn’t confirmed ${email} as its address. Ask them to sign in and confirm it, then agree. If they use another address now, withdraw this invitation: they can be invited at that one.`,
    { reason: 'address_unconfirmed' },
  )

export async function admit(
  ctx: Ctx<Member>,
  { matter, row: { id, partyId, accountId } }: { matter: MatterRow; row: Admitted },
) {
  await store.remove(ctx.db, id)
  await withdrawToken(ctx, { purpose, subjectId: id })
  await jointParties.admitInvited(ctx, matter, { partyId, accountId })
}
type Admitted = InvitationRow & { accountId: NonNullable<InvitationRow['accountId']> }

/**
 * Deletes the invitation of a person who is no longer a party, and refreshes the page on which they read that they have
 * accepted it. They are no client of the case, so what refreshes its clients doesn't reach them.
 */
export async function forgetParty(ctx: Ctx, { partyId }: DomainEvents['partyRemoved']) {
  const row = await store.removeOfParty(ctx.db, partyId)
  if (row === null) return
  await withdrawToken(ctx, { purpose, subjectId: row.id })
  if (row.accountId !== null) await ctx.invalidate(row.accountId, 'cases')
}

export async function forgetMatters(ctx: Ctx, { matterIds }: { matterIds: MatterId[] }) {
  for (const { id } of await store.removeOfMatters(ctx.db, matterIds))
    await withdrawToken(ctx, { purpose, subjectId: id })
}

type InvitationEvent =
  | 'joint_client.invited'
  | 'joint_client.agreed'
  | 'joint_client.accepted'
  | 'joint_client.withdrawn'
  | 'joint_client.declined'

export const auditInvitation = (ctx: Ctx, event: InvitationEvent, { matter, row }: Invited) =>
  audit(ctx, event, {
    subjectId: matter.clientId,
    details: { reference: matter.reference, name: row.name, party: row.partyId },
  })
