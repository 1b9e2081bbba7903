import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { nameOfActor } from '#server/features/accounts/service.ts'
import type { Ctx, Member, Staff } from '#server/platform/ctx.ts'
import { notifyOfClientConflicts } from '../parties/conflicts.ts'
import { readerOfActor } from '../reader.ts'
import { nextReference } from '../service/references.ts'
import type { MatterRow } from '../store.ts'
import * as store from './store.ts'

type Facts = Pick<
  MatterRow,
  | 'feeEarnerId'
  | 'supervisorId'
  | 'teamId'
  | 'priority'
  | 'value'
  | 'costsEstimate'
  | 'costsSoFar'
  | 'dates'
  | 'scope'
  | 'scopeReason'
>

interface ImportedMatter extends Facts {
  id: MatterId
  client: { id: UserId; firstName: string; lastName: string; emailKey: string }
  reference: string
  title: string
  type: string
  description: string
  openedAt: Date
}

/**
 * Opens matters that the firm brings along, with the references they have there. One whose reference is taken already
 * gets the portal's next one. Nobody is notified, and nobody is next to act until the firm says so. Returns the
 * references by matter.
 */
export async function openImportedMatters(ctx: Ctx<Member>, matters: readonly ImportedMatter[]) {
  const references = matters.map(({ reference }) => reference)
  const taken = new Set(await store.listTaken(ctx.db, references))
  const reserved = new Set(references)
  const wanted: Parameters<typeof store.insertAll>[1] = []
  for (const { client, openedAt, reference, ...facts } of matters)
    wanted.push({
      ...facts,
      clientId: client.id,
      status: 'open',
      costsAt: facts.costsEstimate === null && facts.costsSoFar === null ? null : ctx.now,
      reference: taken.has(reference) ? await nextReference(ctx, reserved) : reference,
      createdAt: openedAt,
    })
  if (wanted.length === 0) return new Map<MatterId, string>()
  const by = { byId: ctx.actor.id, byName: await nameOfActor(ctx) }
  const rows = await store.insertAll(ctx.db, wanted, by)
  await ctx.publish('mattersImported', {
    matters: rows.map(({ id, clientId, reference }) => ({ matterId: id, clientId, reference })),
  })
  const clients = new Map(matters.map(({ client }) => [client.id, client]))
  const isAgainst = await store.listAgainstAny(ctx.db, [...clients.values()])
  for (const row of rows) if (isAgainst.has(row.clientId)) await notifyOfClientConflicts(ctx, row)
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

/** Lists the matters with these references or ids, each with its clients and whether the user may see it. */
export const listForImport = (
  ctx: Pick<Ctx<Staff>, 'db' | 'actor'>,
  wanted: { references: readonly string[]; ids: readonly MatterId[] },
) => store.listByReferences(ctx.db, readerOfActor(ctx), wanted)

/** Returns what the portal holds of those of these matters that the user may see. */
export const listImportedFacts = (ctx: Pick<Ctx<Staff>, 'db' | 'actor'>, ids: readonly MatterId[]) =>
  store.listFactsFor(ctx.db, readerOfActor(ctx), ids)

/** Returns the names of the matters among these ids that the user may see. */
export const namesOfVisible = async (ctx: Pick<Ctx<Staff>, 'db' | 'actor'>, ids: readonly MatterId[]) =>
  new Map(
    (await store.listByReferences(ctx.db, readerOfActor(ctx), { references: [], ids }))
      .filter(({ isVisible }) => isVisible)
      .map(({ id, title, reference }) => [id, `${title} (${reference})`]),
  )
