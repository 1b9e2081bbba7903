import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { foldName } from '#contract/kit/text.ts'
import type { MatterId, matters as matterContract } from '#contract/matters/matters.ts'
import {
  type matterParties as contract,
  type KnownPerson,
  mostReferences,
} from '#contract/matters/parties.ts'
import {
  type KnownClient,
  type Party,
  type PartyId,
  type PersonId,
  roleNames,
  staysOn,
} from '#contract/matters/party.ts'
import {
  birthdaysOf,
  findClientOf,
  getAccount,
  listClientsByName,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { removeEndedAccess } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listReferencesOfClients, listReferencesOfPeople } from '../newest-references/store.ts'
import { readerOfActor } from '../reader.ts'
import { invalidateForFirm, record } from '../service/commands.ts'
import { claimWithTasks } from '../steps/held-tasks.ts'
import type { MatterRow } from '../store.ts'
import * as matters from '../store.ts'
import { notifyOfConflicts } from './conflicts.ts'
import { followContact, isOtherContact, searchForConflicts } from './contact.ts'
import { refuseRepeat } from './service/refuse-repeat.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

/** Lists clients to choose from, with the newest cases of theirs that the user may see. */
export async function listKnownClients(
  ctx: Ctx<Staff>,
  { search }: Input<typeof matterContract.clients>,
): Promise<KnownClient[]> {
  const clients = await listClientsByName(ctx.db, ctx.actor, search)
  const ids = clients.map(({ id }) => id)
  const born = await birthdaysOf(ctx.db, ids)
  const on = await listReferencesOfClients(ctx.db, readerOfActor(ctx), ids)
  return clients.map((client) => ({
    id: client.id,
    name: fullName(client),
    email: client.email,
    dateOfBirth: born.get(client.id) ?? null,
    references: on.filter(({ id }) => id === client.id).map(({ reference }) => reference),
  }))
}

/**
 * Lists people and organisations with the cases that they are on. An organisation that was entered several times with
 * the same details is listed once: it would be a choice between equals.
 */
export async function listPeople(ctx: Ctx<Staff>, { search }: Requested<'people'>): Promise<KnownPerson[]> {
  const reader = readerOfActor(ctx)
  const rows = await store.listPeople(ctx.db, reader, search)
  const on = await listReferencesOfPeople(
    ctx.db,
    reader,
    rows.map(({ id }) => id),
  )
  const alike = Map.groupBy(rows, ({ id, kind, name, email, phone, number }) =>
    kind === 'person' ? id : JSON.stringify([foldName(name), email, phone, number]),
  )
  return [...alike.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { id, name, kind, email, number } = first
    const references = on.filter((listed) => same.some((row) => row.id === listed.id))
    const newest = [...new Set(references.map((row) => row.reference))].slice(0, mostReferences)
    return { id, name, kind, email, number, references: newest }
  })
}

/**
 * Adds a party to a matter. A joint client can see the matter from now on. Throws `conflict` if they have this role
 * already, and `invalid` if a person becomes the client.
 */
export async function addParty(ctx: Ctx<Staff>, wanted: Requested<'add'>): Promise<Party> {
  const row = await matters.claim(ctx.db, readerOfActor(ctx), wanted.id)
  if (wanted.clientId === row.clientId)
    throw new Problem('conflict', 'This is the client of this case already.', { reason: 'already_party' })
  await refuseRepeat(ctx, row.id, wanted)
  const person = await personFor(ctx, wanted)
  refusePersonAsClient(wanted.role, person.kind)
  await refuseClosedFile(ctx, { ...person, role: wanted.role })
  await refuseTwice(ctx, row.id, { ...person, personId: person.id, role: wanted.role })
  const id = newId<PartyId>()
  await store.insert(ctx.db, {
    id,
    matterId: row.id,
    personId: person.id,
    role: wanted.role,
    detail: wanted.detail,
    addedAt: ctx.now,
  })
  const party = await store.get(ctx.db, row.id, id)
  await openAgain(ctx, row.id, party)
  await auditParty(ctx, row, { event: 'case.party_added', party })
  await joinOrLeave(ctx, row, { before: null, after: party })
  await ctx.publish('matterChanged', { matterId: row.id })
  await notifyOfConflicts(ctx, row, party)
  return party
}

/** Whoever was taken off a matter and is added to it again sees what is asked of them there again. */
async function openAgain({ db }: Ctx, matterId: MatterId, { id, clientId }: Party) {
  if (clientId === null) return
  const others = (await store.listOf(db, matterId)).filter(
    (party) => party.clientId === clientId && party.id !== id,
  )
  if (others.length === 0) await removeEndedAccess(db, { clientId, matterId })
}

/** A person who is a client signs in, so they are added by their account, as a joint client. */
function refusePersonAsClient(role: Party['role'], kind: Party['kind']) {
  const words = 'Only an organisation can be added as client. Please choose joint client for a person'
  if (role === 'client' && kind === 'person') throw invalidFields({ role: words })
}

/** A joint client is chosen among the clients whose files are open to the user, also by their record or another role. */
async function refuseClosedFile(
  { db, actor }: Ctx<Staff>,
  { role, clientId }: Pick<Party, 'role' | 'clientId'>,
) {
  if (role === 'joint_client' && clientId !== null) await findClientOf(db, actor, clientId)
}

async function personFor(ctx: Ctx<Staff>, wanted: Requested<'add'>) {
  const { personId, clientId, kind, name, email, phone, number } = wanted
  if (personId) return store.getPerson(ctx.db, readerOfActor(ctx), personId)
  const created = { id: newId<PersonId>(), createdAt: ctx.now }
  if (!clientId) return store.insertPerson(ctx.db, { ...created, kind, name, email, phone, number })
  const client = await findClientOf(ctx.db, ctx.actor, clientId)
  return personOfAccount(ctx, client.id)
}

/** Returns the record of a client as a person on matters. Makes one if there is none yet. */
export async function personOfAccount(ctx: Pick<Ctx, 'db' | 'now'>, clientId: UserId) {
  const known = await store.findPersonOf(ctx.db, clientId)
  if (known) return known
  const account = await getAccount(ctx.db, clientId)
  return store.insertPerson(ctx.db, {
    id: newId<PersonId>(),
    createdAt: ctx.now,
    kind: 'person',
    name: fullName(account),
    email: account.email,
    phone: account.phone ?? '',
    number: '',
    clientId,
  })
}

async function refuseTwice(
  { db }: Ctx,
  matterId: MatterId,
  party: Pick<Party, 'personId' | 'role' | 'kind' | 'name' | 'number'>,
) {
  const { kind, name } = party
  const isThere = await store.isParty(db, matterId, party)
  if (isThere || (kind === 'organisation' && (await store.hasOrganisation(db, matterId, party))))
    throw new Problem('conflict', `${name} is on this case as ${roleNames[party.role]} already.`, {
      reason: 'already_party',
    })
}

/**
 * Changes a party. Throws `conflict` if it has the new role already, and `invalid` if a person becomes the client, or
 * for another name or address than its account has.
 */
export async function saveParty(ctx: Ctx<Staff>, wanted: Requested<'save'>): Promise<Party> {
  const { id, partyId, role, detail, number, ...contact } = wanted
  const row = await claimWithTasks(ctx, readerOfActor(ctx), id)
  const before = await store.claim(ctx.db, row.id, partyId)
  refusePersonAsClient(role, contact.kind ?? before.kind)
  if (role !== before.role) {
    await refuseClosedFile(ctx, { ...before, role })
    await refuseTwice(ctx, row.id, { ...before, role })
  }
  const person = await followContact(ctx, before, contact)
  await store.updatePerson(ctx.db, before.personId, { ...person, number })
  await store.update(ctx.db, partyId, { role, detail })
  const party = await store.get(ctx.db, row.id, partyId)
  await auditParty(ctx, row, { event: 'case.party_changed', party })
  await joinOrLeave(ctx, row, { before, after: party })
  await ctx.publish('matterChanged', { matterId: row.id })
  // Their name and address are the same on all their matters.
  for (const other of await matters.listOfPerson(ctx.db, before.personId))
    if (other.id !== row.id) await invalidateForFirm(ctx, other)
  const isOther = isOtherContact(party, before)
  if (isOther || role !== before.role) await notifyOfConflicts(ctx, row, party)
  if (isOther) await searchForConflicts(ctx, before.personId, partyId)
  return party
}

export async function removeParty(ctx: Ctx<Staff>, { id, partyId }: Requested<'remove'>) {
  const row = await claimWithTasks(ctx, readerOfActor(ctx), id)
  const party = await store.claim(ctx.db, row.id, partyId)
  await store.remove(ctx.db, partyId)
  const { personId, name, clientId } = party
  const hasLeft = !staysOn(party, { clientId: row.clientId, parties: await store.listOf(ctx.db, row.id) })
  await ctx.publish('partyRemoved', { matterId: row.id, partyId, personId, name, clientId, hasLeft })
  await store.removeUnusedPerson(ctx.db, party.personId)
  await auditParty(ctx, row, { event: 'case.party_removed', party })
  await joinOrLeave(ctx, row, { before: party, after: null })
  await ctx.publish('matterChanged', { matterId: row.id })
  return undefined
}

interface PartyChange {
  event: 'case.party_added' | 'case.party_changed' | 'case.party_removed'
  party: Party
}

export const auditParty = async (ctx: Ctx, row: MatterRow, { event, party }: PartyChange) => {
  const details = { reference: row.reference, name: party.name, role: roleNames[party.role] }
  await audit(ctx, event, { subjectId: row.clientId, details })
  await invalidateForFirm(ctx, row)
}

/**
 * Gives a new joint client access to the matter, and takes it from a former one. The timeline tells the matter's
 * clients.
 */
export async function joinOrLeave(
  ctx: Ctx<Member>,
  row: MatterRow,
  { before, after }: { before: Party | null; after: Party | null },
) {
  const [left, joined] = [before, after].map((party) =>
    party?.role === 'joint_client' ? party.clientId : null,
  )
  if (left === joined) return
  if (joined) {
    await store.insertClient(ctx.db, { matterId: row.id, clientId: joined, addedAt: ctx.now })
    await removeEndedAccess(ctx.db, { clientId: joined, matterId: row.id })
  }
  if (left) {
    await store.removeClient(ctx.db, row.id, left)
    await ctx.invalidate(left, 'cases')
    await notify(ctx, left, {
      topic: 'cases',
      inMail: 'You’re no longer one of the clients of a case.',
      title: 'You’re no longer on a case',
      body: `${row.title}: we’ve taken you off this case, so you can no longer see it. We keep what you’ve sent us. If you didn’t expect this, please send us a message.`,
      link: pages.messages,
    })
  }
  const words = `${joined ? 'Joint client' : 'No longer a joint client'}: ${(after ?? before)?.name}`
  await record(ctx, row, { kind: 'changed', words, step: null })
}

interface PastParty {
  matterId: MatterId
  now: Date
  party: Omit<Party, 'id' | 'personId' | 'clientId'>
}

/** For the demo: adds a party without notifying anybody. */
export async function addPastParty(db: Db, { matterId, now, party }: PastParty) {
  const { role, detail, ...person } = party
  const { id: personId } = await store.insertPerson(db, {
    ...person,
    id: newId<PersonId>(),
    createdAt: now,
  })
  const id = newId<PartyId>()
  await store.insert(db, { id, matterId, personId, role, detail, addedAt: now })
}

/** Returns a matter with everybody on it who has a file with the firm. */
export async function getFilesOf(ctx: Ctx<Staff>, id: MatterId) {
  const reader = readerOfActor(ctx)
  const matter = await matters.get(ctx.db, reader, id)
  return { matter, files: await store.listFiles(ctx.db, reader, id) }
}
