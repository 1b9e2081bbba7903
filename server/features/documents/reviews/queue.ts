import type { UserId } from '#contract/accounts/accounts.ts'
import { canAccept, longestSnoozeDays, type reviews } from '#contract/documents/reviews.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { clientsOf, namesOf, tellFirmOf } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { clockText, dayIn, edgeAt, plusDays } from '#server/platform/time/zone.ts'
import type { DocumentRow } from '../store.ts'
import { holderOf, reviewOf } from './service.ts'
import * as store from './store.ts'

const london = 'Europe/London'
/** Snoozed documents come back when the firm's day begins: eight o'clock, in minutes. */
const morning = 8 * 60

/** Throws 409 `taken` with who has it, where somebody else is looking at this document. */
export async function refuseTaken({ db, actor, now }: Ctx<Staff>, id: DocumentRow['id']) {
  const holder = holderOf(await store.findQueued(db, id), now)
  if (holder && holder.id !== actor.id) throw await takenBy(db, holder)
}

/** Of two who take one document at once, one gets it and the other reads who has it. */
export async function takeReview(ctx: Ctx<Staff>, { id, takeOver }: Input<typeof reviews.take>) {
  const document = await claimWaiting(ctx, id)
  const holder = holderOf(await store.findQueued(ctx.db, id), ctx.now)
  const isMine = holder?.id === ctx.actor.id
  if (holder && !isMine && !takeOver) throw await takenBy(ctx.db, holder)
  const since = isMine ? {} : { takenById: ctx.actor.id, takenAt: ctx.now }
  await store.putQueued(ctx.db, id, { ...since, renewedAt: ctx.now })
  if (!isMine) await tellFirmOf(ctx, document.clientId, 'documents')
  return shown(ctx, id)
}

/** Whoever does not have it changes nothing. */
export async function releaseReview(ctx: Ctx<Staff>, { id }: Input<typeof reviews.release>) {
  const document = await store.claim(ctx.db, clientsOf(ctx.db, ctx.actor), id)
  const holder = holderOf(await store.findQueued(ctx.db, id), ctx.now)
  if (holder?.id === ctx.actor.id) {
    await store.putQueued(ctx.db, id, { takenById: null, takenAt: null, renewedAt: null })
    await tellFirmOf(ctx, document.clientId, 'documents')
  }
  return shown(ctx, id)
}

export async function snoozeReview(ctx: Ctx<Staff>, { id, until }: Input<typeof reviews.snooze>) {
  const document = await claimWaiting(ctx, id)
  await refuseTaken(ctx, id)
  const today = dayIn(london, ctx.now)
  if (until <= today || until > plusDays(today, longestSnoozeDays)) throw wrongDay()
  const snoozedUntil = edgeAt(london, { day: until, minutes: morning })
  await store.putQueued(ctx.db, id, { snoozedUntil, takenById: null, takenAt: null, renewedAt: null })
  await audit(ctx, 'document.snoozed', {
    subjectId: document.clientId,
    details: { documentId: id, filename: document.filename, until },
  })
  await tellFirmOf(ctx, document.clientId, 'documents')
  return shown(ctx, id)
}

export async function unsnoozeReview(ctx: Ctx<Staff>, { id }: Input<typeof reviews.unsnooze>) {
  const document = await claimWaiting(ctx, id)
  await store.putQueued(ctx.db, id, { snoozedUntil: null })
  await tellFirmOf(ctx, document.clientId, 'documents')
  return shown(ctx, id)
}

/** A client wrote or sent something: what was put off until then is looked at again. */
export async function unsnoozeAll(ctx: Ctx, { clientId }: DomainEvents['clientWrote']) {
  if (await store.updateUnsnoozed(ctx.db, clientId)) await tellFirmOf(ctx, clientId, 'documents')
}

async function claimWaiting(ctx: Ctx<Staff>, id: DocumentRow['id']) {
  const document = await store.claim(ctx.db, clientsOf(ctx.db, ctx.actor), id)
  if (canAccept({ ...document, isSuperseded: document.supersededAt !== null })) return document
  throw new Problem('conflict', 'This document is not waiting for a decision any more.', {
    reason: 'not_waiting',
  })
}

const shown = async (ctx: Ctx<Staff>, id: DocumentRow['id']) =>
  reviewOf(ctx, await store.get(ctx.db, clientsOf(ctx.db, ctx.actor), id))

async function takenBy(db: Db, { id, since }: { id: UserId; since: Date }) {
  const person = (await namesOf(db, [id])).get(id)
  const name = person ? fullName(person) : 'Someone else'
  const words = `${name} has been looking at this document since ${clockText(london, since)}.`
  return new Problem('conflict', `${words} You can take it over.`, { reason: 'taken' })
}

const wrongDay = () =>
  new Problem('invalid', 'Please choose another day.', {
    fields: { until: 'Please choose a day after today, within a year' },
  })
