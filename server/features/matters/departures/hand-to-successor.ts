import type { UserId } from '#contract/accounts/accounts.ts'
import type { handOver as contract } from '#contract/firm/hand-over.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { invalidFields, notFound } from '#contract/kit/problem.ts'
import {
  claimStaff,
  contactIdsOf,
  getAccount,
  handClient,
  holdStaff,
  isInTeamOf,
  listEverybody,
  listNamedOn,
  namesOf,
} from '#server/features/accounts/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { readerOfActor } from '../reader.ts'
import { record, watchersOf } from '../service/commands.ts'
import type { MatterRow } from '../store.ts'
import * as matters from '../store.ts'
import { notifyOfCases } from './notify-of-cases.ts'
import * as store from './store.ts'

/** Lists what somebody runs or supervises and what isn't over, among the matters that the user may see. */
export async function showCaseload(
  ctx: Ctx<Staff>,
  { id: personId }: Input<typeof contract.held>,
): Promise<Output<typeof contract.held>> {
  const rows = await store.listCaseload(ctx.db, readerOfActor(ctx), personId)
  const names = await namesOf(
    ctx.db,
    rows.map(({ clientId }) => clientId),
  )
  return rows.map(({ id, reference, title, clientId, feeEarnerId }) => {
    const client = names.get(clientId)
    return {
      id,
      reference,
      title,
      client: client ? fullName(client) : '',
      as: feeEarnerId === personId ? 'fee_earner' : 'supervisor',
    }
  })
}

interface Succession {
  personId: UserId
  successorId: UserId
}

/**
 * Hands what somebody who leaves runs or supervises, and what isn't over, to their successor, whoever may see it. A
 * restricted matter goes along only if it names the successor. Returns the matters that change hands, each with the
 * clients whose appointments go along. Throws `invalid` if the successor can't look after clients.
 */
export async function handToSuccessor(ctx: Ctx<Staff>, { personId, successorId }: Succession) {
  await holdStaff(ctx.db)
  const [present] = await claimStaff(ctx.db, [successorId])
  const everybody = await listEverybody(ctx.db)
  const person = everybody.find(({ id }) => id === personId) ?? notFound('person')
  if (!present || personId === successorId)
    throw invalidFields({ handTo: 'Please choose who will take over' })
  const sides = { person, successor: { id: successorId, name: fullName(present) } }
  const handed: { row: MatterRow; clients: UserId[] }[] = []
  const supervised: MatterRow[] = []
  for (const found of await store.claimCaseload(ctx.db, personId)) {
    if (found.isRestricted && !(await listNamedOn(ctx.db, found.id))?.includes(successorId)) continue
    if (found.feeEarnerId === personId) handed.push(await handMatter(ctx, found, sides))
    else supervised.push(await handSupervision(ctx, found, sides))
  }
  await notifySuccessor(ctx, sides, {
    run: handed.map(({ row }) => row),
    supervised: supervised.filter(({ supervisorId }) => supervisorId === successorId),
  })
  return handed
}

interface Sides {
  person: Parameters<typeof fullName>[0] & { id: UserId }
  successor: { id: UserId; name: string }
}

async function handSupervision(ctx: Ctx<Staff>, found: MatterRow, { person, successor }: Sides) {
  // Nobody supervises themselves.
  const supervisorId = found.feeEarnerId === successor.id ? null : successor.id
  const row = await matters.update(ctx.db, found.id, { supervisorId })
  const words = `Supervisor: ${supervisorId ? successor.name : 'none'}`
  const details = { supervisor: `${fullName(person)} → ${supervisorId ? successor.name : 'nobody'}` }
  await record(ctx, row, { kind: 'changed', words, step: null, details })
  return row
}

async function handMatter(ctx: Ctx<Staff>, found: MatterRow, { person, successor }: Sides) {
  const before = await watchersOf(ctx, found)
  const isSupervisedBy = (id: UserId) => found.supervisorId === id
  const row = await matters.update(ctx.db, found.id, {
    feeEarnerId: successor.id,
    ...((isSupervisedBy(person.id) || isSupervisedBy(successor.id)) && { supervisorId: null }),
  })
  const [from, to] = [fullName(person), successor.name]
  const words = `${to} now looks after your case instead of ${from}.`
  await record(ctx, row, { kind: 'handed_over', words, step: null, details: { from, to } })
  const clients: UserId[] = []
  for (const { clientId } of await matters.listClients(ctx.db, [row.id])) {
    // A file that only a role or a cover opened to them is not theirs to give.
    if (!row.isRestricted && !(await isInTeamOf(ctx.db, clientId, person.id))) continue
    clients.push(clientId)
    if (!row.isRestricted) await joinClient(ctx, clientId, { person, successor })
  }
  await ctx.publish('matterChanged', { matterId: row.id })
  // People who no longer see the matter refetch too, and find it gone.
  for (const watcher of before.all) await ctx.invalidate(watcher, 'cases')
  return { row, clients }
}

/**
 * Opens the file of a client to the successor, unless they work with the client already. The leaver's own clients become
 * theirs with the departure.
 */
async function joinClient(ctx: Ctx<Staff>, clientId: UserId, { person, successor }: Sides) {
  const { feeEarnerId } = await getAccount(ctx.db, clientId)
  if (feeEarnerId === person.id || (await contactIdsOf(ctx.db, clientId)).includes(successor.id)) return
  await handClient(ctx, { clientId, fromId: null, toId: successor.id })
}

interface TakenOver {
  run: readonly MatterRow[]
  supervised: readonly MatterRow[]
}

async function notifySuccessor(ctx: Ctx<Staff>, sides: Sides, { run, supervised }: TakenOver) {
  if (sides.successor.id === ctx.actor.id) return
  await notifyOf(ctx, sides, { rows: run, words: 'You are now in charge of', was: 'was in charge of' })
  await notifyOf(ctx, sides, { rows: supervised, words: 'You now supervise', was: 'supervised' })
}

interface News {
  rows: readonly MatterRow[]
  words: string
  /** What their predecessor did. An administrator hands on what they leave. */
  was: string
}

const notifyOf = (ctx: Ctx<Staff>, { person, successor }: Sides, { rows, words, was }: News) =>
  notifyOfCases(
    ctx,
    { recipientId: successor.id, rows },
    {
      ofOne: ({ title, reference }) => ({
        title: `${words} a case`,
        body: `${title} (${reference}). ${fullName(person)} ${was} it until now.`,
        inMail: `${words} a case.`,
      }),
      ofSeveral: ({ length }) => ({
        title: `${words} ${length} more cases`,
        body: `${fullName(person)} ${was} them until now.`,
        inMail: `${words} some more cases.`,
      }),
    },
  )
