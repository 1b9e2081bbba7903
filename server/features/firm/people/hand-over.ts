import type { UserId } from '#contract/accounts/accounts.ts'
import type { ClientHandedOver, ComingAppointment, HandOver, handOver } from '#contract/firm/hand-over.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import {
  absences,
  getAccount,
  handClient,
  holdStaff,
  listStaff,
  namesOf,
} from '#server/features/accounts/service.ts'
import {
  claimOfLeaver,
  handOverAppointments,
  handOverClaimed,
  listComing,
} from '#server/features/appointments/service.ts'
import { countWaitingDocuments } from '#server/features/documents/service.ts'
import { countWaitingChecks } from '#server/features/identity/service.ts'
import { handOverMatter, handToSuccessor, showHandedMatter } from '#server/features/matters/service.ts'
import { unreadBySender } from '#server/features/messages/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'

type HandedMatter = Awaited<ReturnType<typeof showHandedMatter>>
type HandedClient = HandedMatter['clients'][number]

/** Returns what is transferred with a matter that the user may see. Throws `not_found` for any other. */
export async function showHandOver(
  ctx: Ctx<Staff>,
  { id, toId }: Input<typeof handOver.show>,
): Promise<HandOver> {
  const { row, clients } = await showHandedMatter(ctx, id)
  const fromId = row.feeEarnerId
  const staff = (await listStaff(ctx.db)).filter((person) => person.id !== fromId)
  const away = await absences.listOf(
    ctx.db,
    staff.map((person) => person.id),
  )
  const from = fromId && (await namesOf(ctx.db, [fromId])).get(fromId)
  const coming = fromId
    ? await listComing(ctx, { matter: row, clients: metIn(row, clients), fromId, toId })
    : []
  const isOurMove = row.status === 'open' && row.assignee === 'firm'
  return {
    from: from ? { id: from.id, name: fullName(from) } : null,
    colleagues: staff.map((person) => {
      const absence = away.get(person.id)
      return { id: person.id, name: fullName(person), awayUntil: absence?.isAway ? absence.backOn : null }
    }),
    clients: await Promise.all(clients.map((client) => clientOf(ctx, client, fromId))),
    nextStep: isOurMove ? row.nextStep : null,
    appointments: await asShown(ctx, coming),
  }
}

/**
 * Returns the clients whose appointments go along: who have no other open case with the person who hands over. Those
 * for a restricted case go along in any case.
 */
const metIn = ({ isRestricted }: HandedMatter['row'], clients: readonly HandedClient[]) =>
  clients
    .filter(({ isKept, isFileOpened }) => isRestricted || (isFileOpened && !isKept))
    .map(({ clientId }) => clientId)

async function clientOf(
  ctx: Ctx<Staff>,
  { clientId, isKept, isSeen, isFileOpened }: HandedClient,
  fromId: UserId | null,
): Promise<ClientHandedOver> {
  const account = await getAccount(ctx.db, clientId)
  const isTheirs = isFileOpened && fromId !== null && account.feeEarnerId === fromId
  const unread =
    fromId && isSeen ? await unreadBySender(ctx.db, { id: fromId, role: 'fee_earner' }) : new Map()
  const reviews = [await countWaitingDocuments(ctx, clientId), await countWaitingChecks(ctx, clientId)]
  return {
    name: fullName(account),
    becomes: isTheirs ? (isKept ? 'stays' : 'handed') : 'joined',
    isFileOpened,
    reviews: reviews.reduce((sum, count) => sum + count, 0),
    unread: unread.get(clientId) ?? 0,
  }
}

/**
 * Puts a colleague in charge of a matter, with its clients and their appointments. A client's file is opened only by
 * those for whom it is open, and never with a restricted matter.
 */
export async function hand(
  ctx: Ctx<Staff>,
  wanted: Input<typeof handOver.hand>,
): Promise<Output<typeof handOver.hand>> {
  const { toId } = wanted
  const { row, fromId, to, clients } = await handOverMatter(ctx, wanted)
  for (const { clientId, isKept, isFileOpened } of clients)
    if (isFileOpened) await handClient(ctx, { clientId, fromId: isKept ? null : fromId, toId })
  const coming = fromId
    ? await handOverAppointments(ctx, { matter: row, clients: metIn(row, clients), fromId, toId })
    : []
  return { to: to.name, appointments: await asShown(ctx, coming) }
}

/**
 * Hands the matters of somebody who leaves to their successor, with their clients' appointments for which the successor
 * is free.
 */
export async function handAll(
  ctx: Ctx<Staff>,
  { personId, successorId }: { personId: UserId; successorId: UserId },
) {
  // Whoever hands one matter over holds the staff first too. Otherwise the two could wait for each other.
  await holdStaff(ctx.db)
  await claimOfLeaver(ctx, { personId, successorId })
  for (const { row, clients } of await handToSuccessor(ctx, { personId, successorId }))
    await handOverClaimed(ctx, { matter: row, clients, fromId: personId, toId: successorId })
}

async function asShown(
  { db }: Pick<Ctx, 'db'>,
  coming: Awaited<ReturnType<typeof listComing>>,
): Promise<ComingAppointment[]> {
  const names = await namesOf(
    db,
    coming.map(({ row }) => row.clientId),
  )
  return coming.map(({ row: { id, title, clientId, startTime }, isFree }) => {
    const client = names.get(clientId)
    return { id, title, client: client ? fullName(client) : '', startTime, goesAlong: isFree }
  })
}
