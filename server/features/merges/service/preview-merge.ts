import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { notFound } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { MergePreview, merges, Side } from '#contract/merges.ts'
import {
  findClientOf,
  findPersonalDetails,
  getAccount,
  seesClient,
} from '#server/features/accounts/service.ts'
import { visibleMatters } from '#server/features/matters/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { previewDoubled } from '../doubled/doubled-tasks.ts'
import type { Pair } from '../store.ts'
import * as store from '../store.ts'

/**
 * Returns what merging would do. The user works with one of the two; who works with the other is another question, since
 * nobody else would find that they are one person. Throws `not_found` for anyone who is not a client, or is already
 * merged.
 */
export async function preview(
  ctx: Ctx<Staff>,
  { id: keptId, otherId: mergedId }: Input<typeof merges.preview>,
): Promise<MergePreview> {
  const pair = { keptId, mergedId }
  const isTheirs =
    (await seesClient(ctx.db, ctx.actor, keptId)) || (await seesClient(ctx.db, ctx.actor, mergedId))
  if (!isTheirs) notFound('client')
  const [kept, merged] = [await sideOf(ctx, keptId), await sideOf(ctx, mergedId)]
  return {
    kept,
    merged,
    joined: await store.countJoined(ctx.db, pair, joinedMatters(ctx)),
    differences: differencesOf(kept, merged),
    doubled: await previewDoubled(ctx.db, pair),
    identities: await store.listIdentities(ctx.db, pair),
    mustConfirm: areUnlike(kept, merged),
    refusal: await refusalOf(ctx, pair),
  }
}

/** Selects the cases that a merge joins: a colleague's too, but no restricted one that the user may not know of. */
const joinedMatters = ({ db, actor }: Ctx<Staff>) => visibleMatters(db, { ...actor, opensAll: true })

async function sideOf(ctx: Ctx<Staff>, id: UserId): Promise<Side> {
  await findClientOf(ctx.db, { ...ctx.actor, opensAll: true }, id)
  const account = await getAccount(ctx.db, id)
  const { dateOfBirth } = await findPersonalDetails(ctx.db, id)
  const { email, phone, createdAt } = account
  return { id, name: fullName(account), email, phone, dateOfBirth, joinedAt: createdAt }
}

const differencesOf = (kept: Side, merged: Side) => {
  const lines = [
    ['Name', kept.name, merged.name],
    ['Date of birth', kept.dateOfBirth, merged.dateOfBirth],
    ['Phone number', kept.phone, merged.phone],
    ['Email', kept.email, merged.email],
  ] as const
  return lines.flatMap(([name, ours, theirs]) =>
    ours === theirs ? [] : [{ name, kept: ours ?? 'Not given', merged: theirs ?? 'Not given' }],
  )
}

/** A different name or date of birth means that they are probably two people. */
const areUnlike = (kept: Side, merged: Side) =>
  fold(kept.name) !== fold(merged.name) ||
  (kept.dateOfBirth !== null && merged.dateOfBirth !== null && kept.dateOfBirth !== merged.dateOfBirth)

/** For a restricted case that both are on. The user must not learn which it is, or even that a case is the reason. */
const mustAsk =
  'These records can’t be merged. Please ask the people who work with them, or your compliance officer, for the reason.'

/** Returns why these two must not be merged, or null if they may. */
async function refusalOf(ctx: Ctx<Staff>, pair: Pair): Promise<string | null> {
  if (pair.keptId === pair.mergedId) return 'These are one and the same record. Please choose another.'
  const both = [await getAccount(ctx.db, pair.keptId), await getAccount(ctx.db, pair.mergedId)]
  const names = both.map((account) => fullName(account)).join(' and ')
  if (both.some(({ isGuest }) => isGuest))
    return "A guest's record can't be merged: it ends with their tasks."
  if (both.some(({ deactivatedAt }) => deactivatedAt)) return 'One of these records is closed.'
  const { shared, opposed, hidden } = await store.countShared(ctx.db, pair, joinedMatters(ctx))
  if (opposed > 0) return `${names} are on different sides of a case, so they can't be the same person.`
  if (shared > 0) return `${names} are both on the same case. Remove one of them from it first.`
  if (hidden > 0) return mustAsk
  if (await store.hasOpenErasure(ctx.db, pair))
    return 'One of them has asked us to erase their data. Please answer that request first.'
  if (await store.hasClashingAppointments(ctx.db, pair))
    return 'Both have an appointment at the same time. Please cancel one of them first.'
  return null
}
