import type { UserId } from '#contract/accounts/accounts.ts'
import type { clientInvitations as contract } from '#contract/firm/client-invitations.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { may } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  type AccountDependencies,
  claimStaff,
  findAccountByEmail,
  findClientOf,
  getAccount,
  invalidateFirmPagesOf,
  inviteClients,
  openImportedClients,
  reinviteClient,
  seesClient,
} from '#server/features/accounts/service.ts'
import { addParty, start } from '#server/features/matters/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { brokenConstraint, type Db } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>
type Dependencies = Pick<AccountDependencies, 'findFirm'>

const inviteRate: Limit = { name: 'client_invitation', points: 100, duration: 86_400 }
/** Enough to correct a wrong address, but too few to flood a mailbox. */
const resendRate: Limit = { name: 'client_invitation_again', points: 5, duration: 86_400 }

/** Opens the accounts of new clients and their case, and invites them, all in one transaction. */
export async function send(ctx: MultiStepCtx<Staff>, wanted: Requested<'send'>, dependencies: Dependencies) {
  await ctx.ports.limits.count(inviteRate, ctx.actor.id)
  try {
    return await ctx.transaction((step) => openAndInvite(step, wanted, dependencies))
  } catch (error) {
    // Somebody else has used the address in the meantime.
    if (brokenConstraint(error) === 'users_email_key') await refuseKnown(ctx.read, ctx.actor, wanted.clients)
    throw error
  }
}

async function openAndInvite(
  ctx: Ctx<Staff>,
  { clients, feeEarnerId = ctx.actor.id, matter }: Requested<'send'>,
  dependencies: Dependencies,
): Promise<Output<typeof contract.send>> {
  await refuseResponsible(ctx, feeEarnerId)
  await refuseKnown(ctx.db, ctx.actor, clients)
  const added = clients.map((client) => ({
    ...client,
    ...unknownAddress,
    id: newId<UserId>(),
    phone: client.phone || null,
    feeEarnerId,
  }))
  await openImportedClients(ctx, added)
  for (const { id } of added) await audit(ctx, 'client.added', { subjectId: id })
  // The case is opened before the invitation: until clients are invited they get no email, and the invitation is enough
  // for one day.
  const opened = matter && (await openMatter(openingAll(ctx), matter, added))
  const paths = await inviteClients(
    ctx,
    added.map(({ id }) => id),
    dependencies,
  )
  for (const { id } of added) {
    await audit(ctx, 'client.invited', { subjectId: id })
    await invalidateFirmPagesOf(ctx, id, 'clients')
  }
  return {
    clients: added.map((client) => ({
      id: client.id,
      name: fullName(client),
      path: pathToShare(ctx, paths.get(client.id)),
    })),
    matter: opened ?? null,
  }
}

/** Returns the path of a link if whoever invites has to hand it over, because the portal sends no email. */
const pathToShare = ({ ports }: Pick<Ctx, 'ports'>, path: string | undefined) =>
  ports.mail.kind === 'smtp' ? null : (path ?? null)

const unknownAddress = { address: null, city: null, postalCode: null, country: null }

/** Throws if the user may not make somebody else responsible, or if that person cannot be responsible. */
async function refuseResponsible(ctx: Ctx<Staff>, feeEarnerId: UserId) {
  if (feeEarnerId !== ctx.actor.id && !may(ctx.actor.roles, 'clients.assign'))
    throw new Problem('forbidden', 'Only an administrator can make someone else responsible.')
  const found = await claimStaff(ctx.db, [feeEarnerId])
  if (found.length > 0) return
  const words = 'This person can’t be responsible for clients. Please choose someone else.'
  throw new Problem('unprocessable', words, { fields: { feeEarnerId: words }, reason: 'not_of_firm' })
}

/** Throws if an address belongs to an account. The message names its owner only to users who may see them. */
async function refuseKnown(db: Db, actor: Staff, clients: Requested<'send'>['clients']) {
  const fields: Record<string, string> = {}
  for (const [at, { email }] of clients.entries()) {
    const known = await findAccountByEmail(db, email)
    if (!known) continue
    const isVisible = await seesClient(db, actor, known.id)
    fields[`clients.${at}.email`] = isVisible
      ? `${fullName(known)} has an account with this address already. Use “New case for a client” instead.`
      : `Someone has an account with this address already. ${adviceFor(actor)}`
  }
  const [first] = Object.values(fields)
  if (first) throw new Problem('conflict', first, { fields, reason: 'already_taken' })
}

const adviceFor = ({ roles }: Staff) =>
  may(roles, 'clients.assign')
    ? 'If they are a client, “Work with another client” opens their file. Otherwise, please use another address.'
    : 'Please ask an administrator, or use another address.'

/** Whoever invites clients for a colleague opens the case of clients at whom they may not look. */
const openingAll = (ctx: Ctx<Staff>): Ctx<Staff> => ({ ...ctx, actor: { ...ctx.actor, opensAll: true } })

async function openMatter(
  ctx: Ctx<Staff>,
  matter: NonNullable<Requested<'send'>['matter']>,
  clients: readonly {
    id: UserId
    firstName: string
    lastName: string
    email: string
    phone: string | null
  }[],
): Promise<{ id: MatterId; reference: string } | undefined> {
  const [first, ...others] = clients
  if (!first) return undefined
  const { id, reference } = await start(ctx, { ...matter, clientId: first.id })
  for (const client of others)
    await addParty(ctx, {
      id,
      clientId: client.id,
      role: 'joint_client',
      kind: 'person',
      name: fullName(client),
      email: client.email,
      phone: client.phone ?? '',
      number: '',
      detail: '',
    })
  return { id, reference }
}

/**
 * Sends the invitation again, to the same or a corrected address. The previous link stops working. Throws
 * `already_taken` if the address has an account.
 */
export async function resend(
  ctx: MultiStepCtx<Staff>,
  { id, email }: Requested<'resend'>,
  dependencies: Dependencies,
) {
  // Checked first, so that a user who may not see the client cannot use up the client's limit.
  await findClientOf(ctx.read, ctx.actor, id)
  await ctx.ports.limits.count(resendRate, id)
  try {
    return await ctx.transaction((step) => inviteAgain(step, { id, email }, dependencies))
  } catch (error) {
    // Somebody else has used the address in the meantime.
    if (brokenConstraint(error) === 'users_email_key') throw addressTaken()
    throw error
  }
}

async function inviteAgain(ctx: Ctx<Staff>, { id, email }: Requested<'resend'>, dependencies: Dependencies) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  const known = await findAccountByEmail(ctx.db, email)
  if (known && known.id !== client.id) throw addressTaken()
  const { email: emailBefore } = await getAccount(ctx.db, client.id)
  const path = await reinviteClient(ctx, { id: client.id, email }, dependencies)
  const details: Record<string, string> = emailBefore === email ? {} : { emailBefore, email }
  await audit(ctx, 'client.invited', { subjectId: client.id, details })
  await invalidateFirmPagesOf(ctx, client.id, 'clients')
  return { email, path: pathToShare(ctx, path) }
}

const addressTaken = () => {
  const words = 'Someone else has an account with this address.'
  return new Problem('conflict', words, { fields: { email: words }, reason: 'already_taken' })
}
