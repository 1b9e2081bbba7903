import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { fullName } from '#contract/kit/names.ts'
import {
  claimStaff,
  feeEarnersOf,
  listRecipients,
  listUnrestricted,
  namesOf,
} from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { invalidateMatter } from '../service/commands.ts'
import type { MatterRow } from '../store.ts'
import * as matters from '../store.ts'
import { notifyOfCases } from './notify-of-cases.ts'
import * as store from './store.ts'

/**
 * Takes somebody who runs no cases any more off those that are not over. Each case falls to whoever is responsible for
 * its client; a restricted one doesn't, because that person may not know of it.
 */
export async function releaseMatters(ctx: Ctx, { personId }: DomainEvents['staffDeparted']) {
  const person = (await namesOf(ctx.db, [personId])).get(personId)
  const name = person ? fullName(person) : ''
  const left = new Map<UserId, MatterRow[]>()
  for (const found of await store.claimCaseload(ctx.db, personId)) {
    const row = await release(ctx, found, [personId])
    if (found.feeEarnerId !== personId) continue
    for (const recipient of await recipientsOf(ctx, row, personId))
      left.set(recipient, [...(left.get(recipient) ?? []), row])
  }
  for (const [recipient, rows] of left) await notifyOf(ctx, recipient, { name, rows })
}

/** Takes those off a reopened case who run or supervised it once, and run no cases any more. */
export async function releaseReopened(ctx: Ctx, row: MatterRow) {
  const inCharge = [row.feeEarnerId, row.supervisorId].filter((id) => id !== null)
  const present = await claimStaff(ctx.db, inCharge)
  const gone = inCharge.filter((id) => !present.some((person) => person.id === id))
  return gone.length === 0 ? row : release(ctx, row, gone)
}

async function release(ctx: Ctx, found: MatterRow, gone: readonly UserId[]) {
  const isGone = (id: UserId | null) => id !== null && gone.includes(id)
  const row = await matters.update(ctx.db, found.id, {
    ...(isGone(found.feeEarnerId) && { feeEarnerId: null }),
    ...(isGone(found.supervisorId) && { supervisorId: null }),
  })
  await audit(ctx, 'case.released', {
    subjectId: row.clientId,
    details: { reference: row.reference, people: gone.join(', ') },
  })
  await invalidateMatter(ctx, row)
  return row
}

/** Whoever is responsible for the client now, or the others who may know of a restricted case. */
async function recipientsOf(ctx: Ctx, { id, clientId }: MatterRow, personId: UserId) {
  const others = (await listRecipients(ctx.db, clientId, id)).filter((other) => other !== personId)
  return others.length > 0 ? others : listUnrestricted(ctx.db)
}

interface Left {
  name: string
  rows: readonly MatterRow[]
}

const notifyOf = (ctx: Ctx, recipientId: UserId, { name, rows }: Left) =>
  notifyOfCases(
    ctx,
    { recipientId, rows },
    {
      ofOne: async (row) => ({
        title: `${name} is no longer in charge of a case`,
        body: `${row.title} (${row.reference}). ${await whoIsInCharge(ctx, [row])}`,
        inMail: 'A colleague is no longer in charge of a case.',
      }),
      ofSeveral: async (open) => ({
        title: `${name} is no longer in charge of ${open.length} cases`,
        body: await whoIsInCharge(ctx, open),
        inMail: 'A colleague is no longer in charge of some cases.',
      }),
    },
  )

/** Says who runs these cases now. A restricted case, or one whose client is nobody's, falls to nobody. */
async function whoIsInCharge({ db }: Ctx, rows: readonly MatterRow[]) {
  const responsible = await feeEarnersOf(
    db,
    rows.filter(({ isRestricted }) => !isRestricted).map(({ clientId }) => clientId),
  )
  const orphaned = rows.filter(({ clientId }) => !responsible.get(clientId))
  const isOne = rows.length === 1
  if (orphaned.length === 0)
    return `Whoever is responsible for the client now runs ${isOne ? 'it' : 'each of them'}.`
  if (orphaned.length === rows.length)
    return isOne
      ? 'Nobody is in charge of it now. Please hand it over.'
      : 'Nobody is in charge of them now. Please hand them over.'
  const references = list.format(orphaned.map(({ reference }) => reference).toSorted())
  return (
    `Nobody is in charge of ${references} now. Please hand ${orphaned.length === 1 ? 'it' : 'these'} over. ` +
    'Whoever is responsible for the client now runs the others.'
  )
}

const list = new Intl.ListFormat('en-GB')
