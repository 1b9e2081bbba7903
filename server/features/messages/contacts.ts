import type { UserId } from '#contract/accounts/accounts.ts'
import { type Output, pageSize } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { notFound } from '#contract/kit/problem.ts'
import { may } from '#contract/kit/rights.ts'
import {
  type Contact,
  type messages as contract,
  memberParameter,
  messagesPathOf,
} from '#contract/messages.ts'
import {
  actedForBy,
  clientScopeOf,
  clientsOf,
  findClientOf,
  getAccount,
  listContactsOf,
  listFormer,
  listSharedByAll,
  listTeam,
  namesOf,
  photographsOf,
  preparedForStaff,
} from '#server/features/accounts/service.ts'
import { fileScopeOf } from '#server/features/tasks/service.ts'
import type { Ctx, Member, Staff } from '#server/platform/ctx.ts'
import { selectOf } from '#server/platform/db/ids.ts'
import type { Placeholders } from '#server/platform/db/placeholders.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import { answeredFor, leftTo, listAway, listSuccessors } from './stand-ins.ts'
import type { Pair } from './store.ts'
import * as store from './store.ts'
import type { Head } from './threads/store.ts'
import * as threads from './threads/store.ts'

/**
 * Returns the conversation that the actor may write in: between a client and someone on their team. Throws `not_found`
 * for any other.
 */
export async function pairToWrite({ db, actor }: Ctx<Member>, contactId: UserId): Promise<Pair> {
  const pair = pairOf(actor, contactId)
  if (actor.role !== 'client') await findClientOf(db, actor, pair.clientId)
  const team = await listTeam(db, pair.clientId)
  return team.some(({ id }) => id === pair.memberId) ? pair : notFound('contact')
}

/**
 * Returns the conversation that the actor may read. A client reads their own, also with people who have left the team.
 * Staff read theirs with the clients they are assigned to, those of colleagues they answer for, and everybody's if they
 * oversee messages. Throws `not_found` for any other, which names what was `sought` in it.
 */
export async function pairToRead(
  { db, actor }: Ctx<Member>,
  { contactId, memberId = actor.id }: { contactId: UserId; memberId?: UserId | undefined },
  sought = 'contact',
): Promise<Pair> {
  if (actor.role === 'client') {
    const pair = pairOf(actor, contactId)
    const isKnown =
      (await store.hasThread(db, pair)) ||
      (await listTeam(db, pair.clientId)).some(({ id }) => id === contactId)
    return isKnown ? pair : notFound(sought)
  }
  const isTheirs =
    memberId === actor.id ||
    may(actor.roles, 'messages.oversee') ||
    (await answeredFor({ db, actor }, contactId, [memberId])).length > 0
  if (!isTheirs) return notFound(sought)
  const { id: clientId } = await findClientOf(db, actor, contactId, sought)
  return { clientId, memberId }
}

/** Returns who reads a conversation, and what is hidden from them in a conversation of others. */
export const viewerOf = ({ db, actor }: Reader) => ({
  id: actor.id,
  hidden: actor.role === 'client' ? undefined : fileScopeOf(db, clientScopeOf(db, actor)).hidden,
})

const pairOf = ({ id, role }: { id: UserId; role: string }, contactId: UserId): Pair =>
  role === 'client' ? { clientId: id, memberId: contactId } : { clientId: contactId, memberId: id }

/** Returns the page on which one of the two reads their conversation. */
export const linkOf = ({ clientId, memberId }: Pair, readerId: UserId) =>
  readerId === clientId
    ? messagesPathOf({ role: 'client' }, memberId)
    : messagesPathOf({ role: 'fee_earner' }, clientId)

/** Returns the page on which a cover reads the conversation of somebody who is away. */
export const linkForCover = ({ clientId, memberId }: Pair) =>
  `${messagesPathOf({ role: 'fee_earner' }, clientId)}&${memberParameter}=${memberId}`

type Reader = Pick<Ctx<Member>, 'db' | 'actor'>

/** Returns everyone whom the actor may write to or has a conversation with. */
export const listContacts = (ctx: Reader, search?: string): Promise<Contact[]> =>
  ctx.actor.role === 'client' ? teamContacts(ctx, search) : clientContacts(ctx, search)

async function teamContacts({ db, actor }: Reader, search = ''): Promise<Contact[]> {
  const clientId = actor.id
  const team = await listTeam(db, clientId)
  const heads = await threads.headsOfClient(db, clientId)
  const isOnTeam = (id: UserId) => team.some((person) => person.id === id)
  const gone = heads.map(({ memberId }) => memberId).filter((id) => !isOnTeam(id))
  const people = [...team, ...(await Promise.all(gone.map((id) => getAccount(db, id))))]
  const unread = await threads.unreadBySender(db, actor)
  const ids = people.map(({ id }) => id)
  const photographs = await photographsOf(db, ids)
  const away = await listAway(db, team)
  const successors = await listSuccessors(db, clientId, { team, gone })
  const shared = await listSharedByAll(db, clientId, gone)
  return people
    .filter((person) => fullName(person).toLowerCase().includes(search.toLowerCase()))
    .map((person) => ({
      ...nameOf(person),
      canWrite: isOnTeam(person.id),
      photographId: photographs.get(person.id) ?? null,
      away: away.get(person.id) ?? null,
      successor: successors.get(person.id) ?? null,
      isReadByTeam: shared.includes(person.id),
      unreadCount: unread.get(person.id) ?? 0,
      lastMessage: lastOf(heads.find(({ memberId }) => memberId === person.id)),
    }))
}

async function clientContacts({ db, actor }: Reader, search?: string): Promise<Contact[]> {
  const mine = clientsOf(db, actor)
  const listed = listedFor({ db, actor })
  const unread = await threads.unreadBySender(db, actor)
  const heads = search === undefined ? await threads.headsWith(db, mine, listed) : []
  // Clients with recent messages come first. If there are fewer, the others follow by name.
  const ids = [...new Set([...unread.keys(), ...heads.map(({ clientId }) => clientId)])]
  const spoken = search === undefined ? await listContactsOf(db, actor, { ids }) : []
  const others = await listContactsOf(db, actor, { search })
  const known = new Set(spoken.map(({ id }) => id))
  const people = [...spoken, ...others.filter(({ id }) => !known.has(id))]
  const last = search === undefined ? heads : await headsOf(db, people, listed)
  return people
    .map((person) => contactOf(person, { unread, heads: last, listed }))
    .sort(byUrgency)
    .slice(0, 200)
}

/** Returns those of these clients whom the actor may know of, each with their last message, in the order of the ids. */
export async function listContactsAmong(
  { db, actor }: Ctx<Staff>,
  ids: readonly UserId[],
): Promise<Contact[]> {
  if (ids.length === 0) return []
  const people = await listContactsOf(db, actor, { ids: [...ids] })
  const listed = listedFor({ db, actor })
  const heads = await headsOf(db, people, listed)
  const unread = await threads.unreadBySender(db, actor)
  return people
    .map((person) => contactOf(person, { unread, heads, listed }))
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

type Person = Awaited<ReturnType<typeof listContactsOf>>[number]

interface Written {
  unread: Awaited<ReturnType<typeof threads.unreadBySender>>
  heads: Awaited<ReturnType<typeof threads.headsWith>>
  listed: threads.Listed | undefined
}

/** Returns a client as a contact, with their last message. */
const contactOf = ({ isOnTeam, ...person }: Person, { unread, heads, listed }: Written): Contact => ({
  ...nameOf(person),
  canWrite: isOnTeam,
  photographId: null,
  away: null,
  successor: null,
  isReadByTeam: false,
  unreadCount: unread.get(person.id) ?? 0,
  lastMessage: lastOf(
    heads.find(({ clientId }) => clientId === person.id),
    listed,
  ),
})

const headsOf = (db: Ctx['db'], people: { id: UserId }[], listed: threads.Listed | undefined) => {
  const ids = people.map(({ id }) => id)
  return ids.length === 0 ? [] : threads.headsWith(db, ids, listed)
}

/** Returns whose conversations are in somebody's list of clients. Undefined if all are. */
const listedFor = ({ db, actor }: Reader): threads.Listed | undefined =>
  may(actor.roles, 'messages.oversee')
    ? undefined
    : { memberId: actor.id, actedFor: actedForBy(db, actor), left: leftTo({ db, actor }) }

/** Unread first, then by last message. The rest stay in order of name. */
const byUrgency = (a: Contact, b: Contact) => {
  const unread = Number(b.unreadCount > 0) - Number(a.unreadCount > 0)
  const time = ({ lastMessage }: Contact) => lastMessage?.createdAt.getTime() ?? 0
  return unread || time(b) - time(a)
}

const nameOf = ({
  id,
  firstName,
  lastName,
  email,
}: Pick<Contact, 'id' | 'firstName' | 'lastName' | 'email'>) => ({
  id,
  firstName,
  lastName,
  email,
})

const shortened = (content: string) => content.slice(0, 200).toWellFormed()

const lastOf = (head: Head | undefined, listed?: threads.Listed): Contact['lastMessage'] =>
  head === undefined
    ? null
    : {
        senderId: head.senderId,
        content: shortened(head.content),
        createdAt: head.createdAt,
        answeredForId: listed && head.memberId !== listed.memberId ? head.memberId : null,
        memberId: head.memberId,
      }

/**
 * Returns unread messages that clients have written to this person, to somebody they cover for, or to somebody who has
 * left the firm if they answer for that person, longest waiting first. Those to a colleague wait no longer once
 * this person, or the colleague, has written to the client.
 */
export async function listWaitingMessages({ db, actor }: Ctx<Staff>, wanted: WaitingWanted) {
  const rows = await unread({ db, actor }, wanted)
  const isOwn = (row: Pair) => row.memberId === actor.id
  const names = await namesOf(
    db,
    rows.filter((row) => !isOwn(row)).map(({ memberId }) => memberId),
  )
  return rows.map((row) => {
    const colleague = names.get(row.memberId)
    return {
      ...row,
      colleague: colleague ? fullName(colleague) : null,
      path: isOwn(row) ? linkOf(row, actor.id) : linkForCover(row),
    }
  })
}

/** Returns the people who have left the firm and to whom this client wrote something that waits for the user. */
async function listWaitingFor({ db, actor, now }: Ctx<Member>, clientId: UserId, memberIds: UserId[]) {
  if (actor.role === 'client' || memberIds.length === 0) return []
  const whose = {
    memberId: actor.id,
    actedFor: [],
    left: leftTo({ db, actor }),
    clients: selectOf([clientId]),
  }
  const rows = await threads.listWaiting(db, whose, { lateBefore: now, limit: pageSize })
  return rows.map(({ memberId }) => memberId).filter((id) => memberIds.includes(id))
}

const unread = preparedForStaff(({ db, actor }, wanted: Placeholders<WaitingWanted>) => {
  const [actedFor, left] = [actedForBy(db, actor), leftTo({ db, actor })]
  return threads.listWaiting(
    db,
    { memberId: actor.id, actedFor, left, clients: clientsOf(db, actor) },
    wanted,
  )
})

/**
 * Returns the people of the firm who have a conversation with a client, or could have one, and whose messages the user
 * may read: everyone's if they oversee messages, otherwise those of the colleagues they answer for.
 */
export async function listColleagues(
  ctx: Ctx<Member>,
  clientId: UserId,
): Promise<Output<typeof contract.colleagues>> {
  const { db, actor } = ctx
  const { id } = await findClientOf(db, actor, clientId)
  const team = await listTeam(db, id)
  const spoken = await threads.listMembers(db, id)
  const gone = spoken.filter((member) => !team.some((person) => person.id === member))
  const people = [...team, ...(await Promise.all(gone.map((member) => getAccount(db, member))))]
  const ids = people.map((person) => person.id)
  const [answered, former] = [await answeredFor({ db, actor }, id, ids), await listFormer(db, ids)]
  const waiting = await listWaitingFor(ctx, id, answered)
  const isOpen = (person: { id: UserId }) =>
    may(actor.roles, 'messages.oversee') || answered.includes(person.id)
  return people.filter(isOpen).map(({ id: memberId, firstName, lastName }) => ({
    id: memberId,
    firstName,
    lastName,
    isCovered: answered.includes(memberId),
    isOnTeam: team.some((person) => person.id === memberId),
    hasLeft: former.includes(memberId),
    isWaiting: waiting.includes(memberId),
  }))
}
