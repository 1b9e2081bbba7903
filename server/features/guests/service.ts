import { randomInt } from 'node:crypto'
import type { UserId } from '#contract/accounts/accounts.ts'
import {
  codeTries,
  type guests as contract,
  type GuestAccess,
  type GuestState,
  guestDays,
} from '#contract/guests.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { firmMatterPath, pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Party, PartyId } from '#contract/matters/party.ts'
import { isAllDone, type TaskKind } from '#contract/tasks.ts'
import type { TextMessageId } from '#contract/text-messages.ts'
import {
  addTeamMember,
  closeGuestAccount,
  endSessionsOf,
  type GuestRow,
  getAccount,
  issueToken,
  openGuestAccount,
  reopenGuestAccount,
  guestAccess as store,
  withdrawToken,
} from '#server/features/accounts/service.ts'
import { claimPartyOf, linkPerson, matterTasks, showForTemplate } from '#server/features/matters/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { addTask, insertEndedAccess, listTasks, removeEndedAccess } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { after, days } from '#server/platform/time/durations.ts'
import { clientsAddress, emailMissing, guestAlready, guestOfRestricted } from './refusals.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

/** What the token of a guest's link is for. */
export const purpose = 'guest'
const lifetime = days(guestDays)

/** Returns whether a guest may come in, and why not. */
export const stateOf = async ({ db, now }: Pick<Ctx, 'db' | 'now'>, row: GuestRow) =>
  stateWith(row, { now, tasks: await listTasks(db, row.userId) })

export const isLocked = ({ wrongCodes }: Pick<GuestRow, 'wrongCodes'>) => wrongCodes >= codeTries

/** The same if these were all the tasks that the guest sees. */
export function stateWith(
  row: GuestRow,
  { now, tasks }: { now: Date; tasks: Parameters<typeof isAllDone>[0] },
): GuestState {
  // Somebody who has done everything needs no new link, even if this one is locked.
  if (isAllDone(tasks)) return 'done'
  if (isLocked(row)) return 'locked'
  return row.expiresAt <= now ? 'expired' : 'open'
}

/** Hashes the code before the transaction, because hashing is deliberately slow. */
export async function invite(ctx: MultiStepCtx<Staff>, wanted: Requested<'invite'>): Promise<GuestAccess> {
  const code = await newCode(ctx)
  const { name } = await findFirm(ctx.read)
  const documents = wanted.documents.map(({ title, description }) => ({
    kind: 'requested_document' as const,
    title,
    // A guest is no client of the firm, so nobody there is their solicitor.
    description: description || `${name} has asked you for this document.`,
  }))
  return ctx.transaction(async (step) => {
    await refuseClientsAddress(step, wanted)
    return inviteParty(step, { ...wanted, documents }, code)
  })
}

/**
 * Throws `conflict` if a client of the matter would get the guest's link, unless the user has confirmed that. The link
 * leads to what the guest does for their other matters too, so a client of one of these is asked about as well.
 */
async function refuseClientsAddress(ctx: Ctx<Staff>, wanted: Requested<'renew'>) {
  if (wanted.isSharedAddress) return
  const { matter, party } = await claimPartyOf(ctx, wanted)
  const rows = party.clientId ? await store.listOfUser(ctx.db, party.clientId) : []
  for (const matterId of new Set([matter.id, ...rows.map((row) => row.matterId)])) {
    const clients = (await showForTemplate(ctx.db, matterId))?.clients ?? []
    for (const id of clients.filter((client) => client !== party.clientId)) {
      const client = await getAccount(ctx.db, id)
      if (fold(client.email) === fold(party.email))
        throw clientsAddress(party, matterId === matter.id ? fullName(client) : null)
    }
  }
}

interface Invitation {
  id: MatterId
  partyId: PartyId
  /** The number to send the code to by text message. None is sent if it is missing. */
  mobile?: string | undefined
  documents: { kind: TaskKind; title: string; description: string }[]
}

/**
 * Sends a party a link to their tasks. `newCode` made the code. Throws `case_restricted` for a restricted matter, and
 * `guest_already` if they have a link.
 */
export async function inviteParty(
  ctx: Ctx<Staff>,
  { documents, mobile, ...wanted }: Invitation,
  { code, codeHash }: NewCode,
): Promise<GuestAccess> {
  const { matter, party } = await claimPartyOf(ctx, wanted)
  if (matter.isRestricted) throw guestOfRestricted()
  const known = await store.findOf(ctx.db, matter.id, party.id)
  if (known) throw guestAlready(party)
  const userId = await accountFor(ctx, party, matter.feeEarnerId)
  const row = {
    ...times(ctx),
    id: newId<string>(),
    matterId: matter.id,
    partyId: party.id,
    userId,
    codeHash,
    wrongCodes: 0,
    invitedById: ctx.actor.id,
  }
  await store.insert(ctx.db, row)
  await removeEndedAccess(ctx.db, { clientId: userId, matterId: matter.id })
  for (const wish of documents) {
    // Proof of who they are is theirs, and may serve another case. What was asked for in words is for this one.
    const matterId = wish.kind === 'requested_document' ? matter.id : null
    const added = { ...wish, clientId: userId, category: 'documents' as const, dueOn: null, matterId }
    const { id: taskId } = await addTask(ctx, added)
    const link = { clientId: userId, taskId, openedAt: ctx.now }
    if (matterId) await matterTasks.insertRequest(ctx.db, { matterId, ...link })
  }
  // From now on, steps of the matter's template for their role are assigned to them. The invitation tells them so.
  await ctx.publish('matterChanged', { matterId: matter.id, informedId: userId })
  await auditGuest(ctx, 'guest.invited', { matter, party })
  return sendOut(ctx, row, { code, mobile, matterId: matter.id })
}

export async function renew(ctx: MultiStepCtx<Staff>, wanted: Requested<'renew'>): Promise<GuestAccess> {
  const { code, codeHash } = await newCode(ctx)
  return ctx.transaction(async (step) => {
    await refuseClientsAddress(step, wanted)
    const { matter, party } = await claimPartyOf(step, wanted)
    const row = await store.getOf(step.db, matter.id, party.id)
    if (party.email === '') throw emailMissing(party)
    const change = { ...times(step), codeHash, wrongCodes: 0, invitedById: step.actor.id }
    await store.update(step.db, row.id, change)
    // The previous link and code stop working, and sessions opened with them end.
    await closeGuestAccount(step, row.userId)
    await reopenGuestAccount(step.db, row.userId, contactOf(party))
    await auditGuest(step, 'guest.renewed', { matter, party })
    return sendOut(step, { ...row, ...change }, { code, mobile: wanted.mobile, matterId: matter.id })
  })
}

export async function end(ctx: Ctx<Staff>, wanted: Requested<'end'>) {
  const { matter, party } = await claimPartyOf(ctx, wanted)
  await endAccess(ctx, await store.getOf(ctx.db, matter.id, party.id))
  await auditGuest(ctx, 'guest.ended', { matter, party })
  return undefined
}

/** Ends the access of a guest who is no longer a party. Without a link of this case, they came by that of another. */
export async function endOfParty(ctx: Ctx, removed: DomainEvents['partyRemoved']) {
  const { matterId, partyId, clientId, hasLeft } = removed
  const row = await store.findOf(ctx.db, matterId, partyId)
  if (row) await endAccess(ctx, row)
  else if (clientId && hasLeft && (await getAccount(ctx.db, clientId)).isGuest)
    await insertEndedAccess(ctx.db, { clientId, matterId })
}

/** Ends a guest’s access to what one matter asks of them, with its link. */
async function endAccess(ctx: Ctx, row: GuestRow) {
  await withdrawToken(ctx, { purpose, subjectId: row.id })
  await store.remove(ctx.db, row.id)
  const others = await store.listOfUser(ctx.db, row.userId)
  const { userId: clientId, matterId } = row
  // They may have a link as another party of this case too.
  if (!others.some((other) => other.matterId === matterId))
    await insertEndedAccess(ctx.db, { clientId, matterId })
  // They may be a guest of another case too, whose link and code let them in again.
  if (others.length === 0) await closeGuestAccount(ctx, clientId)
  else await endSessionsOf(ctx, clientId)
}

/**
 * Returns the account of a guest, which is opened if the party has none. Throws `email_missing`, and `has_account` for a
 * party who is a client here.
 */
async function accountFor(ctx: Ctx<Staff>, party: Party, feeEarnerId: UserId | null) {
  if (party.email === '') throw emailMissing(party)
  if (party.clientId) {
    const { isGuest } = await getAccount(ctx.db, party.clientId)
    if (!isGuest)
      throw new Problem('conflict', `${party.name} has an account. Please ask them for it there.`, {
        reason: 'has_account',
      })
    await reopenGuestAccount(ctx.db, party.clientId, contactOf(party))
    // If they are already a guest of another case, the person in charge of this one needs to see what they send too.
    await addTeamMember(ctx.db, { clientId: party.clientId, memberId: feeEarnerId ?? ctx.actor.id })
    return party.clientId
  }
  const userId = await openGuestAccount(ctx.db, {
    ...contactOf(party),
    feeEarnerId: feeEarnerId ?? ctx.actor.id,
    createdAt: ctx.now,
  })
  await linkPerson(ctx.db, party.personId, userId)
  return userId
}

/** The party's current contact details, so that correcting an address on the party takes effect here. */
export const contactOf = ({ name, email, phone }: Pick<Party, 'name' | 'email' | 'phone'>) => {
  const words = name.split(/\s+/)
  return {
    firstName: words.slice(0, -1).join(' ') || name,
    lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
    email,
    phone: phone || null,
  }
}

type NewCode = Awaited<ReturnType<typeof newCode>>

/** Creates a code to pass on, with its hash. */
export async function newCode({ ports }: MultiStepCtx) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { code, codeHash: await ports.hasher.hash(code) }
}

const times = ({ now }: Ctx) => ({ invitedAt: now, expiresAt: after(now, lifetime) })

/** Sends the email with the link but not the code, so that someone who intercepts it cannot use it. */
async function sendOut(
  ctx: Ctx<Staff>,
  row: GuestRow,
  { code, mobile, matterId }: { code: string; mobile: string | undefined; matterId: MatterId },
): Promise<GuestAccess> {
  const token = await issueToken(ctx, { purpose, subjectId: row.id, lifetime })
  const path = `${pages.guest}?token=${token}`
  const { email, firstName } = await getAccount(ctx.db, row.userId)
  const { name } = await findFirm(ctx.db)
  await ctx.publish('mailDue', {
    to: { address: email, firstName, userId: null },
    subject: `${name} needs something from you`,
    paragraphs: [
      `${name} needs some documents or answers from you. You don't need an account: open the link and enter the six-digit code that we'll ${mobile ? 'send you by text' : 'give you by telephone'}.`,
      `The link works for ${guestDays} days, as often as you like. If you weren't expecting this, please call us before you open it.`,
    ],
    action: { label: 'Open your tasks', path },
    event: `guest:${row.id}:${row.invitedAt.toISOString()}`,
    matterIds: [matterId],
  })
  const textId = mobile ? newId<TextMessageId>() : null
  if (mobile && textId)
    await ctx.publish('textDue', {
      id: textId,
      subject: `guest:${row.id}`,
      mobile,
      userId: row.userId,
      sentById: ctx.actor.id,
      code,
      expiresAt: row.expiresAt,
      link: firmMatterPath(matterId),
      matterId,
    })
  return { code, email, path: ctx.ports.mail.kind === 'smtp' ? null : path, textId }
}

interface Invited {
  matter: { clientId: UserId; reference: string }
  party: Party
}

const auditGuest = (
  ctx: Ctx<Staff>,
  event: 'guest.invited' | 'guest.renewed' | 'guest.ended',
  { matter, party }: Invited,
) =>
  audit(ctx, event, {
    subjectId: matter.clientId,
    details: { reference: matter.reference, party: party.id, name: party.name },
  })
