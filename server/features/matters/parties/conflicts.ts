import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { foldName } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Party } from '#contract/matters/party.ts'
import {
  findAccountByEmail,
  getAccount,
  listAdministrators,
  listHoldersOf,
  searchClients,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { allowingTypingErrors } from '#server/platform/db/word-search.ts'
import { ownersFor } from '../owners.ts'
import type { MatterRow } from '../store.ts'
import * as matters from '../store.ts'
import * as store from './store.ts'

type Somebody = Pick<Party, 'name' | 'email' | 'clientId'>

/**
 * Tells the compliance officer, and no client, if somebody is a client in one matter and on the other side of another.
 */
export async function notifyOfConflicts(ctx: Ctx, row: MatterRow, party: Party) {
  if (party.role === 'other_side') {
    const clients = await sameClients(ctx, party)
    await notifyOfConflict(ctx, row, { name: party.name, others: await store.listOfClients(ctx.db, clients) })
  }
  if (party.role === 'joint_client' || party.role === 'client')
    await notifyOfConflict(ctx, row, { name: party.name, others: await store.listAgainst(ctx.db, party) })
}

/** The same for the client whose matter is opened. */
export async function notifyOfClientConflicts(ctx: Ctx, row: MatterRow) {
  const account = await getAccount(ctx.db, row.clientId)
  const name = fullName(account)
  const client = { name, email: account.email, clientId: account.id }
  await notifyOfConflict(ctx, row, { name, others: await store.listAgainst(ctx.db, client) })
}

/** Returns the client accounts that may be this person: by account, email address or name. */
async function sameClients({ db }: Ctx, { name, email, clientId }: Somebody): Promise<UserId[]> {
  const byEmail = email === '' ? null : await findAccountByEmail(db, email)
  const everyone = { id: '' as UserId, roles: ['administrator' as const] }
  const byName = await allowingTypingErrors(db, (searching) =>
    searchClients(searching, everyone, { words: name, limit: 100 }),
  )
  return [
    ...(clientId ? [clientId] : []),
    ...(byEmail?.role === 'client' ? [byEmail.id] : []),
    ...byName.filter((person) => foldName(fullName(person)) === foldName(name)).map(({ id }) => id),
  ]
}

interface Conflict {
  name: string
  others: { id: MatterId; reference: string }[]
}

/** The compliance officer finds it in their queue. If the firm has none, the administrators are notified. */
async function notifyOfConflict(ctx: Ctx, row: MatterRow, { name, others }: Conflict) {
  if (others.length === 0) return
  const references = [...new Set([row.reference, ...others.map(({ reference }) => reference)])]
  await ctx.publish('conflictFound', { clientId: row.clientId, matterId: row.id, name, references })
  if ((await listHoldersOf(ctx.db, 'risk.decide')).length === 0)
    await notifyAdministrators(ctx, row, { name, others })
}

/** Notifies each administrator only about matters that they may see. */
async function notifyAdministrators(ctx: Ctx, row: MatterRow, { name, others }: Conflict) {
  for (const id of await listAdministrators(ctx.db)) {
    const owners = ownersFor(ctx.db, { id, roles: ['administrator'] })
    const known = await matters.listIds(ctx.db, owners, [row.id, ...others.map((other) => other.id)])
    const references = others.filter((other) => known.includes(other.id)).map(({ reference }) => reference)
    if (references.length === 0 || !known.includes(row.id)) continue
    await notify(ctx, id, {
      topic: 'cases',
      title: 'Possible conflict of interest',
      body: `${name} is a client and on the other side: ${[...new Set([row.reference, ...references])].join(', ')}`,
      inMail: 'A possible conflict of interest needs your attention.',
      link: pathTo(pages.firmMatters, 'case', row.id),
      matterId: row.id,
    })
  }
}
