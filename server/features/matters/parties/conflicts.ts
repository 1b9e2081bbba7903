import type { UserId } from '#contract/accounts/accounts.ts'
import { conflictAdvice } from '#contract/compliance.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { foldName } from '#contract/kit/text.ts'
import type { Party, PartyRole } from '#contract/matters/party.ts'
import {
  type Asking,
  findAccountByEmail,
  getAccount,
  listAdministrators,
  listHoldersOf,
  searchClients,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { allowingTypingErrors } from '#server/platform/db/word-search.ts'
import { readerFor } from '../reader.ts'
import type { MatterRow } from '../store.ts'
import * as matters from '../store.ts'
import * as store from './store.ts'

/** The roles in which a party is a client of the firm. */
const ofClients: readonly PartyRole[] = ['client', 'joint_client']

type Somebody = Pick<Party, 'name' | 'email' | 'clientId'>

/**
 * Tells the compliance officer, and no client, if somebody is a client in one matter and on the other side of another.
 */
export async function notifyOfConflicts(ctx: Ctx, row: MatterRow, party: Party) {
  if (party.role === 'other_side') {
    const clients = await sameClients(ctx, party)
    // An organisation that is our client has no account, only a place among the parties.
    const found = [
      ...(await store.listOfClients(ctx.db, clients)),
      ...(await store.listOfRoles(ctx.db, party, ofClients)),
    ]
    const clientIn = [...new Map(found.map((matter) => [matter.id, matter])).values()]
    await notifyOfConflict(ctx, row, { name: party.name, clientIn, againstIn: [row] })
  }
  if (ofClients.includes(party.role)) {
    const againstIn = await store.listOfRoles(ctx.db, party, ['other_side'])
    await notifyOfConflict(ctx, row, { name: party.name, clientIn: [row], againstIn })
  }
}

/** The same for the client whose matter is opened. */
export async function notifyOfClientConflicts(ctx: Ctx, row: MatterRow) {
  const account = await getAccount(ctx.db, row.clientId)
  const name = fullName(account)
  const client = { name, email: account.email, clientId: account.id }
  const againstIn = await store.listOfRoles(ctx.db, client, ['other_side'])
  await notifyOfConflict(ctx, row, { name, clientIn: [row], againstIn })
}

/** Returns the client accounts that may be this person: by account, email address or name. */
async function sameClients({ db }: Ctx, { name, email, clientId }: Somebody): Promise<UserId[]> {
  const byEmail = email === '' ? null : await findAccountByEmail(db, email)
  const everyone = { id: '' as UserId, roles: [], opensAll: true }
  const byName = await allowingTypingErrors(db, (searching) =>
    searchClients(searching, everyone, { words: name, limit: 100 }),
  )
  return [
    ...(clientId ? [clientId] : []),
    ...(byEmail?.role === 'client' ? [byEmail.id] : []),
    ...byName.filter((person) => foldName(fullName(person)) === foldName(name)).map(({ id }) => id),
  ]
}

type Named = Pick<MatterRow, 'id' | 'reference' | 'title'>

interface Conflict {
  name: string
  /** The matters in which they are a client of the firm. */
  clientIn: Named[]
  /** The matters in which they are on the other side. */
  againstIn: Named[]
}

const wordsOf = ({ name, clientIn, againstIn }: Conflict) =>
  `${name} is our client in ${listed(clientIn)}, and on the other side in ${listed(againstIn)}.`

const list = new Intl.ListFormat('en-GB')
const listed = (named: Named[]) =>
  list.format(named.map(({ reference, title }) => `“${title}” (${reference})`).toSorted())

/** The compliance officer finds it in their queue. If the firm has none, the administrators are notified. */
async function notifyOfConflict(ctx: Ctx, row: MatterRow, conflict: Conflict) {
  if (conflict.clientIn.length === 0 || conflict.againstIn.length === 0) return
  await ctx.publish('conflictFound', { clientId: row.clientId, matterId: row.id, words: wordsOf(conflict) })
  if ((await listHoldersOf(ctx.db, 'risk.decide')).length === 0)
    await notifyAdministrators(ctx, row, conflict)
}

const nobodyDecides = {
  topic: 'cases',
  title: 'Nobody is a compliance officer',
  body: 'A possible conflict of interest was found, which a compliance officer has to decide. Please give someone that role.',
  inMail: 'Nobody at the firm is a compliance officer.',
  link: pages.people,
} as const

/**
 * Notifies each administrator only about matters that they may see. The others are asked to give somebody the role that
 * decides, unless only a restricted matter makes it a conflict: nothing may hint at that.
 */
async function notifyAdministrators(ctx: Ctx, row: MatterRow, conflict: Conflict) {
  for (const id of await listAdministrators(ctx.db)) {
    const administrator = { id, roles: ['administrator' as const] }
    const known = await knownTo(ctx, administrator, conflict)
    if (known)
      await notify(ctx, id, {
        topic: 'cases',
        title: 'Possible conflict of interest',
        body: `${wordsOf(known)} ${conflictAdvice}`,
        inMail: 'A possible conflict of interest needs your attention.',
        link: pathTo(pages.firmMatters, 'case', row.id),
        matterId: row.id,
      })
    else if (await knownTo(ctx, { ...administrator, opensAll: true }, conflict))
      await notify(ctx, id, nobodyDecides)
  }
}

/** Returns the part of a conflict that somebody may know of, or null if that is no conflict. */
async function knownTo({ db }: Ctx, person: Asking, { name, clientIn, againstIn }: Conflict) {
  const ids = await matters.listIds(
    db,
    readerFor(db, person),
    [...clientIn, ...againstIn].map(({ id }) => id),
  )
  const isKnown = ({ id }: Named) => ids.includes(id)
  const known = { name, clientIn: clientIn.filter(isKnown), againstIn: againstIn.filter(isKnown) }
  return known.clientIn.length > 0 && known.againstIn.length > 0 ? known : null
}
