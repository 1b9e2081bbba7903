import type { AcceptedInvitation, jointClients as contract } from '#contract/joint-clients.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterStatus } from '#contract/matters/states.ts'
import { findToken, getAccount, rates } from '#server/features/accounts/service.ts'
import { findMatters, jointParties } from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { admit, auditInvitation, type Invited, inviters, ownsInvitedAddress, purpose } from './service.ts'
import type { InvitationRow } from './store.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

/** Anyone with the link may know whom it is for, because it was sent to their address. */
export async function look(ctx: MultiStepCtx, { token }: Requested<'look'>) {
  await ctx.ports.limits.count(rates.linkAddress, ctx.caller.address)
  const row = await findOpen(ctx.read, { token, now: ctx.now })
  // Nobody should open an account for a case that they can't join.
  for (const matter of await findMatters(ctx.read, [row.matterId])) refuseClosed(matter)
  const nameBy = await inviters(ctx.read, [row])
  const isYours = ctx.actor.role !== 'visitor' && ctx.actor.id === row.invitedById
  return { name: row.name, email: row.email, invitedBy: nameBy(row), isYours }
}

async function findOpen(db: Db, { token, now }: { token: string; now: Date }): Promise<InvitationRow> {
  const found = await findToken(db, { purpose, token, now })
  const row = found && (await store.find(db, found.subjectId))
  if (!row) throw over()
  return row
}

/**
 * Accepts an invitation. A forwarded link is useless, because the account must have the invited address, and anybody can
 * register with an address that is not theirs: so it must be confirmed too. Where the portal sends no email, nobody can
 * confirm one, and whoever invited passes on the link. Throws `other_address` or `address_unconfirmed` otherwise, and
 * `invitation_over` once the matter is over.
 */
export async function accept(ctx: Ctx<Client>, { token }: Requested<'accept'>) {
  const { matterId } = await findOpen(ctx.db, { token, now: ctx.now })
  const matter = await jointParties.claimInvitedMatter(ctx, matterId)
  const row = await findOpen(ctx.db, { token, now: ctx.now })
  const account = await getAccount(ctx.db, ctx.actor.id)
  if (fold(account.email) !== fold(row.email)) throw otherAddress(row)
  if (!ownsInvitedAddress(ctx, account, row)) throw addressUnconfirmed(row)
  refuseClosed(matter)
  if (row.isAgreed) {
    await auditInvitation(ctx, 'joint_client.accepted', { matter, row })
    await admit(ctx, { matter, row: { ...row, accountId: account.id } })
  } else if (row.accountId === null) await comeFirst(ctx, { matter, row })
  await jointParties.invalidateInvited(ctx, matter)
  return { hasJoined: row.isAgreed }
}

async function comeFirst(ctx: Ctx<Client>, { matter, row }: Invited) {
  await store.update(ctx.db, row.id, { accountId: ctx.actor.id })
  await auditInvitation(ctx, 'joint_client.accepted', { matter, row })
  await jointParties.notifyInCharge(ctx, matter, {
    title: 'Someone invited to a case is waiting for you',
    name: `${row.name} has accepted the invitation`,
  })
}

/** Declines an invitation for whoever has its link. The case no longer names them, and whoever invited them is told. */
export async function decline(ctx: MultiStepCtx, { token }: Requested<'decline'>) {
  await ctx.ports.limits.count(rates.linkAddress, ctx.caller.address)
  return ctx.transaction(async (step) => {
    const { matterId } = await findOpen(step.db, { token, now: step.now })
    const matter = await jointParties.claimInvitedMatter(step, matterId)
    const row = await findOpen(step.db, { token, now: step.now })
    const invitedBy = (await inviters(step.db, [row]))(row)
    await auditInvitation(step, 'joint_client.declined', { matter, row })
    await jointParties.removeInvited(step, matter, row.partyId)
    if (await jointParties.isStillClient(step, matter, row.invitedById))
      await notify(step, row.invitedById, {
        topic: 'cases',
        inMail: 'Someone has declined your invitation to a case.',
        title: `${row.name} has declined your invitation`,
        body: `${matter.title}: they won’t join this case. If that’s a mistake, you can invite them again.`,
        link: pathTo(pages.matters, 'case', matter.id),
        matterId,
      })
    await jointParties.notifyInCharge(step, matter, {
      title: 'Someone has declined to join a case',
      name: `${row.name} has declined the invitation`,
    })
    await jointParties.invalidateInvited(step, matter)
    return { invitedBy }
  })
}

/** Returns what the client has accepted and the firm can still agree to: nobody joins a closed one. */
export async function listAccepted(ctx: Ctx<Client>): Promise<AcceptedInvitation[]> {
  const rows = await store.listAccepted(ctx.db, ctx.actor.id)
  const found = await findMatters(
    ctx.db,
    rows.map(({ matterId }) => matterId),
  )
  const awaited = new Set(found.filter((matter) => !isOver(matter)).map(({ id }) => id))
  const nameBy = await inviters(ctx.db, rows)
  return rows
    .filter(({ matterId }) => awaited.has(matterId))
    .map((row) => ({ id: row.id, invitedBy: nameBy(row) }))
}

const isOver = ({ status }: { status: MatterStatus }) => status === 'closed' || status === 'rejected'

function refuseClosed(matter: { status: MatterStatus }) {
  if (isOver(matter))
    throw new Problem(
      'conflict',
      'The case isn’t open at the moment, so you can’t join it. You don’t have to do anything. If you think this is a mistake, please ask whoever invited you.',
      { reason: `case_${matter.status}` },
    )
}

const over = () =>
  new Problem(
    'not_found',
    'This invitation no longer works: it has been accepted, declined or withdrawn, or has expired. Please ask for another.',
    { reason: 'invitation_over' },
  )

const otherAddress = ({ email }: InvitationRow) =>
  new Problem('conflict', `This invitation is for ${email}. Please use an account with that address.`, {
    reason: 'other_address',
  })

const addressUnconfirmed = ({ email }: InvitationRow) =>
  new Problem(
    'conflict',
    `Please confirm first that ${email} is your address: open the link in the email we sent there. Then accept here.`,
    { reason: 'address_unconfirmed' },
  )
