import type { MatterFilter, MatterSummary } from '#contract/firm/lists.ts'
import { londonDay } from '#contract/kit/london.ts'
import { dateName } from '#contract/matters/facts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { progressOfStages } from '#contract/matters/stages.ts'
import { type Asking, clientsNamed, clientsOf, seenClients } from '#server/features/accounts/service.ts'
import { type Ctx, type Staff, withRolesFor } from '#server/platform/ctx.ts'
import { type Db, readAtOnce } from '#server/platform/db/database.ts'
import { readerFor, readerOfActor } from '../reader.ts'
import { withFeeEarners } from '../service/acting-people.ts'
import { namesByIds, nextActionIn } from '../service/shown-matter.ts'
import { listStageMoves } from '../timeline/store.ts'
import * as store from './store.ts'

interface Wanted {
  filter: MatterFilter
  before: MatterId | undefined
  limit: number
}

/** Lists the matters that the user may see, filtered and sorted. */
export async function listFilteredMatters(
  { db, actor, now }: Pick<Ctx<Staff>, 'db' | 'actor' | 'now'>,
  { filter, before, limit }: Wanted,
): Promise<MatterSummary[]> {
  const { feeEarner, search = '' } = filter
  const ownClients = feeEarner && clientsOf(db, { id: feeEarner, roles: ['fee_earner'] })
  const named = clientsNamed(db, search)
  const wanted = { filter, ownClients, named, before, limit }
  const found = await store.listFiltered(db, readerOfActor({ db, actor }), wanted)
  const clientIds = found.map(({ clientId }) => clientId)
  const [rows, moves, seen] = await readAtOnce(db, [
    (on) => withFeeEarners(on, found),
    (on) =>
      listStageMoves(
        on,
        found.map(({ id }) => id),
      ),
    (on) => seenClients(on, withRolesFor(actor, 'clients.read'), clientIds),
  ])
  const nameBy = await namesByIds(db, [...clientIds, ...rows.map((row) => row.feeEarnerId)])
  const today = londonDay(now)
  return rows.map((row) => {
    const { id, reference, title, type, status, clientId, createdAt } = row
    const [nextDate] = row.dates.filter(({ on }) => on >= today).toSorted((a, b) => a.on.localeCompare(b.on))
    const own = moves.filter(({ matterId }) => matterId === id)
    const stages = status === 'open' ? progressOfStages(type, own) : []
    return {
      id,
      reference,
      title,
      type,
      status,
      client: { id: clientId, name: nameBy(clientId) ?? '', canOpen: seen.has(clientId) },
      feeEarner: nameBy(row.feeEarnerId),
      stage: stages.find(({ state }) => state === 'current')?.name ?? null,
      move: nextActionIn(row),
      nextDate: nextDate ? { name: dateName(nextDate), on: nextDate.on } : null,
      createdAt,
    }
  })
}

/** Searches the matters that the user may see, tolerating typing errors, the best match first. */
export const searchMatters = (ctx: Ctx<Staff>, wanted: { words: string; limit: number }) =>
  store.search(ctx.db, readerOfActor(ctx), wanted)

/** Returns a condition on a matter's id: whether this person of the firm may open it. */
export const mattersOpenTo = (db: Db, person: Asking) => store.openTo(db, readerFor(db, person))
