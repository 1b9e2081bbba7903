import type { UserId } from '#contract/accounts/accounts.ts'
import type { Person } from '#contract/firm/people.ts'
import { dayText } from '#contract/kit/day.ts'
import { fullName } from '#contract/kit/names.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { clientsOf, holdStaff, listEverybody, seesClient } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { readerOfActor } from '../reader.ts'
import type { MatterRow } from '../store.ts'
import * as store from '../store.ts'
import { withFeeEarners } from './acting-people.ts'
import { invalidateMatter, record, watchersOf } from './commands.ts'
import { putInCharge } from './facts.ts'
import { writeInternalNote } from './internal-notes.ts'

interface Wanted {
  id: MatterId
  fromId: UserId | null
  toId: UserId
  note: string
  isClientTold: boolean
}

/**
 * Puts somebody else in charge of a matter. If it is restricted, they get access. Throws `conflict` if somebody else
 * handed it over first, and `invalid` if the new person cannot take it.
 */
export async function handOverMatter(ctx: Ctx<Staff>, wanted: Wanted) {
  const { id, toId, note, isClientTold } = wanted
  await holdStaff(ctx.db)
  const stored = await store.claim(ctx.db, readerOfActor(ctx), id)
  const found = await inCharge(ctx, stored)
  const fromId = found.feeEarnerId
  const everybody = await listEverybody(ctx.db)
  const nameOf = (personId: UserId | null) => {
    const person = everybody.find((candidate) => candidate.id === personId)
    return person ? fullName(person) : null
  }
  // A page of the previous release names nobody where the case doesn't.
  if (wanted.fromId !== fromId && wanted.fromId !== stored.feeEarnerId) throw handedMeanwhile(nameOf(fromId))
  const to = everybody.find((person) => person.id === toId)
  const refusal = refusalOf(to, stored)
  if (!to || refusal !== null) throw invalidFields({ toId: refusal ?? notThere })
  if (fromId === toId) return nameInCharge(ctx, stored, { id: toId, name: fullName(to), note })
  const before = await watchersOf(ctx, found)
  const [from, name] = [nameOf(fromId), fullName(to)]
  const passed = from ? `Handed over from ${from} to ${name}.` : `Handed over to ${name}.`
  // Written first, because the user may no longer see the matter after the hand-over.
  await writeInternalNote(ctx, readerOfActor(ctx), { id, words: note ? `${passed}\n\n${note}` : passed })
  const row = await store.update(ctx.db, id, { feeEarnerId: toId })
  await putInCharge(ctx, row)
  const details = { from: from ?? 'nobody', to: name }
  const words = `${name} now looks after your case${from ? ` instead of ${from}` : ''}.`
  if (isClientTold) await record(ctx, row, { kind: 'handed_over', words, step: null, details })
  else await auditQuietly(ctx, row, details)
  if (fromId && before.all.has(fromId)) await notifyPredecessor(ctx, row, { from: fromId, name })
  await ctx.publish('matterChanged', { matterId: id })
  // People who no longer see the matter refetch too, and find it gone.
  for (const person of before.all) await ctx.invalidate(person, 'cases')
  return { row, fromId, to: { id: toId, name }, clients: await listHandedClients(ctx, row, fromId) }
}

/** Names whoever acts in a matter already, because they are responsible for its client. Nothing else changes hands. */
async function nameInCharge(
  ctx: Ctx<Staff>,
  { id }: MatterRow,
  { note, ...to }: { id: UserId; name: string; note: string },
) {
  if (note !== '') await writeInternalNote(ctx, readerOfActor(ctx), { id, words: note })
  const row = await store.update(ctx.db, id, { feeEarnerId: to.id })
  await putInCharge(ctx, row)
  await auditQuietly(ctx, row, { from: 'nobody', to: to.name })
  await ctx.publish('matterChanged', { matterId: id })
  return { row, fromId: null, to, clients: [] }
}

/** Returns the matter with whoever acts in it: where it names no fee earner, the person responsible for its client. */
const inCharge = async ({ db }: Ctx<Staff>, row: MatterRow) => (await withFeeEarners(db, [row]))[0] ?? row

/** Notifies the previous person in charge, unless they did it themselves. */
async function notifyPredecessor(
  ctx: Ctx<Staff>,
  { id: matterId, title, reference }: MatterRow,
  { from, name }: { from: UserId | null; name: string },
) {
  if (from === null || from === ctx.actor.id) return
  await notify(ctx, from, {
    topic: 'cases',
    title: `${name} is now in charge of a case of yours`,
    body: `${title} (${reference})`,
    inMail: 'A colleague is now in charge of a case of yours.',
    matterId,
  })
}

async function auditQuietly(ctx: Ctx<Staff>, row: MatterRow, details: Record<string, string>) {
  await audit(ctx, 'case.handed_over', {
    subjectId: row.clientId,
    details: { reference: row.reference, ...details },
  })
  await invalidateMatter(ctx, row)
}

const notThere = 'This person is not at the firm. Please choose someone else.'

/** Returns why this person cannot be in charge, or null if they can. */
function refusalOf(person: Person | undefined, { feeEarnerId }: MatterRow): string | null {
  if (!person) return notThere
  const name = fullName(person)
  if (person.id === feeEarnerId) return `${name} is in charge of this case already.`
  if (person.deactivatedAt) return `${name} has left the firm. Please choose someone else.`
  if (!looksAfterClients(person.roles)) return `${name} doesn't run cases. Please choose someone else.`
  if (!person.absence?.isAway) return null
  const { backOn, cover } = person.absence
  return `${name} is away until ${dayText(backOn)}, and ${cover.name} covers for them. Please choose someone else.`
}

const handedMeanwhile = (name: string | null) =>
  new Problem(
    'conflict',
    name
      ? `${name} has been put in charge of this case in the meantime. Please check again before you hand it over.`
      : 'Nobody is in charge of this case any more. Please check again before you hand it over.',
    { reason: 'handed_meanwhile' },
  )

/** Returns a matter that the user may see, with the clients concerned. */
export async function showHandedMatter(ctx: Ctx<Staff>, id: MatterId) {
  const row = await inCharge(ctx, await store.get(ctx.db, readerOfActor(ctx), id))
  return { row, clients: await listHandedClients(ctx, row, row.feeEarnerId) }
}

/**
 * Lists the clients of a matter, whether another open matter keeps them with the previous person in charge, and whether
 * their files are opened to the new one: only those that are open to the user, and none with a restricted matter.
 */
async function listHandedClients(ctx: Ctx<Staff>, { id, isRestricted }: MatterRow, fromId: UserId | null) {
  const clients = (await store.listClients(ctx.db, [id])).map(({ clientId }) => clientId)
  const kept = fromId === null ? [] : await listKept(ctx, { id, clients, fromId })
  return Promise.all(
    clients.map(async (clientId) => {
      const isSeen = await seesClient(ctx.db, ctx.actor, clientId)
      return { clientId, isKept: kept.includes(clientId), isSeen, isFileOpened: isSeen && !isRestricted }
    }),
  )
}

function listKept(
  ctx: Ctx<Staff>,
  { id, clients, fromId }: { id: MatterId; clients: UserId[]; fromId: UserId },
) {
  const ownClients = clientsOf(ctx.db, { id: fromId, roles: ['fee_earner'] })
  return store.listClientsKept(ctx.db, readerOfActor(ctx), { staffId: fromId, ownClients, clients, id })
}
