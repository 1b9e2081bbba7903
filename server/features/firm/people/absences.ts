import type { UserId } from '#contract/accounts/accounts.ts'
import type { absences as contract } from '#contract/firm/teams.ts'
import { dayText } from '#contract/kit/day.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { invalidFields, notFound, Problem } from '#contract/kit/problem.ts'
import { may } from '#contract/kit/rights.ts'
import {
  type AbsenceRow,
  claimStaff,
  holdStaff,
  listAdministrators,
  listStaff,
  namesOf,
  absences as store,
} from '#server/features/accounts/service.ts'
import { invalidateBooked, listBookedWhileAway, readerOf } from '#server/features/appointments/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { plusDays } from '#server/platform/time/zone.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

export async function showOwnAbsence(ctx: Ctx<Staff>) {
  const { db, actor } = ctx
  const absence = (await store.listOf(db, [actor.id])).get(actor.id) ?? null
  return {
    absence,
    booked: absence
      ? await listBooked(ctx, { personId: actor.id, fromDay: absence.from, backOn: absence.backOn })
      : [],
    covering: await store.listCoveredBy(db, actor.id),
    colleagues: (await listStaff(db)).filter(({ id }) => id !== actor.id),
  }
}

/** Lists what is booked with somebody on days that nobody has saved yet, as far as the user may see it. */
export function showBooked(ctx: Ctx<Staff>, { id, from, backOn }: Requested<'booked'>) {
  refuseForOthers(ctx, id)
  refuseDays(ctx, { from, backOn })
  return listBooked(ctx, { personId: id, fromDay: from, backOn })
}

/**
 * Saves an absence. Nothing is reassigned: the cover sees the work and is notified of it until the last day. Throws
 * `invalid` for a cover who looks after no clients or is covered by this person.
 */
export async function saveAbsence(ctx: Ctx<Staff>, { id, from, backOn, coverId }: Requested<'save'>) {
  refuseForOthers(ctx, id)
  await holdStaff(ctx.db)
  if ((await claimStaff(ctx.db, [id])).length === 0) notFound('person')
  refuseDays(ctx, { from, backOn })
  if (coverId === id || (await claimStaff(ctx.db, [coverId])).length === 0)
    throw invalid('coverId', 'Please choose a colleague who looks after clients')
  const others = (await store.list(ctx.db)).filter(({ personId }) => personId !== id)
  const row: AbsenceRow = { personId: id, fromDay: from, backOn, coverId, actingId: null }
  if (isCircle(row, others)) {
    const who = id === ctx.actor.id ? 'You' : 'They'
    throw invalid('coverId', `${who} would be covering for each other. Please choose someone else.`)
  }
  const before = (await store.list(ctx.db)).find(({ personId }) => personId === id)
  await store.replace(ctx.db, { ...row, actingId: before?.actingId ?? null })
  await audit(ctx, 'person.away', { subjectId: id, details: { from, backOn, coverId } })
  await settleAbsences(ctx)
  const absence = (await store.listOf(ctx.db, [id])).get(id) ?? notFound('absence')
  if (before?.fromDay !== from || before.backOn !== backOn) await notifyOfBookings(ctx, row)
  await ctx.invalidate(id, 'appointments')
  await invalidateBooked(ctx, { personId: id, entries: [row, ...(before ? [before] : [])].map(daysOf) })
  return { ...absence, booked: await listBooked(ctx, row) }
}

const daysOf = ({ fromDay, backOn }: Pick<AbsenceRow, 'fromDay' | 'backOn'>) => ({
  firstDay: fromDay,
  lastDay: plusDays(backOn, -1),
})

const listBooked = (ctx: Ctx<Staff>, absence: Away) =>
  listBookedWhileAway(ctx, { reader: ctx.actor, personId: absence.personId, ...daysOf(absence) })

type Away = Pick<AbsenceRow, 'personId' | 'fromDay' | 'backOn'>

/**
 * Tells somebody for whom an administrator has entered an absence what is booked then. Counts what they may see
 * themselves, which is not what the administrator sees.
 */
async function notifyOfBookings(ctx: Ctx<Staff>, absence: Away) {
  const { personId } = absence
  if (personId === ctx.actor.id) return
  const reader = await readerOf(ctx.db, personId)
  const booked = await listBookedWhileAway(ctx, { reader, personId, ...daysOf(absence) })
  const [next] = booked
  if (!next) return
  const isOne = booked.length === 1
  await notify(ctx, personId, {
    topic: 'appointments',
    title: `${countedAppointments(booked.length)} booked while you're away`,
    body: `Please move ${isOne ? 'it' : 'them'}, or ask your cover to take ${isOne ? 'it' : 'them'} over.`,
    inMail: isOne
      ? 'An appointment is booked while you are away.'
      : 'Appointments are booked while you are away.',
    link: pathTo(pages.firmAppointments, 'appointment', next.id),
  })
}

const countedAppointments = (count: number) =>
  count === 1 ? '1 appointment is' : `${count} appointments are`

export async function endAbsence(ctx: Ctx<Staff>, { id }: Requested<'end'>) {
  refuseForOthers(ctx, id)
  await holdStaff(ctx.db)
  const ended = await store.remove(ctx.db, id)
  if (!ended) return notFound('absence')
  await audit(ctx, 'person.back', { subjectId: id })
  await invalidateFor(ctx, ended)
  await invalidateBooked(ctx, { personId: id, entries: [daysOf(ended)] })
  await settleAbsences(ctx)
  return undefined
}

/** Starts and ends the absences that are due today, and decides who covers if the cover is away too. */
export async function settleAbsences(ctx: Ctx) {
  const today = londonDay(ctx.now)
  const all = await store.list(ctx.db)
  const over = all.filter(({ backOn }) => backOn <= today)
  for (const absence of over) {
    await store.remove(ctx.db, absence.personId)
    await audit(ctx, 'person.back', { subjectId: absence.personId })
    await invalidateFor(ctx, absence)
  }
  const begun = all.filter(({ fromDay, backOn }) => fromDay <= today && today < backOn)
  const present = await claimStaff(ctx.db, [...new Set(begun.map(({ coverId }) => coverId))])
  for (const absence of begun) {
    const actingId = actingOf(absence, begun)
    const isThere = present.some(({ id }) => id === actingId)
    await hand(ctx, absence, isThere ? actingId : null)
  }
}

/** Tells those who were to be covered by somebody who has left, and the administrators, that they need another cover. */
export async function notifyOfLostCover(ctx: Ctx, departedId: UserId) {
  const rows = (await store.list(ctx.db)).filter(({ coverId }) => coverId === departedId)
  const names = await namesOf(ctx.db, [departedId, ...rows.map(({ personId }) => personId)])
  const nameOf = (id: UserId) => {
    const person = names.get(id)
    return person ? fullName(person) : ''
  }
  for (const { personId, fromDay, backOn } of rows) {
    const days = `from ${dayText(fromDay)} until ${dayText(backOn)}`
    const inMail = 'Another cover is needed for an absence.'
    await notify(ctx, personId, {
      topic: 'account',
      title: 'You need another cover',
      body: `${nameOf(departedId)} can no longer cover for you ${days}. Please choose someone else.`,
      inMail,
      link: `${pages.settings}?tab=away`,
    })
    for (const administrator of await listAdministrators(ctx.db))
      await notify(ctx, administrator, {
        topic: 'account',
        title: `${nameOf(personId)} needs another cover`,
        body: `${nameOf(departedId)} can no longer cover for them ${days}. Please choose someone else.`,
        inMail,
        link: pages.people,
      })
  }
}

async function hand(ctx: Ctx, absence: AbsenceRow, actingId: UserId | null) {
  if (absence.actingId === actingId) return
  await store.updateActing(ctx.db, absence.personId, actingId)
  await invalidateFor(ctx, absence)
  await invalidateFor(ctx, { ...absence, actingId })
  const person = (await namesOf(ctx.db, [absence.personId])).get(absence.personId)
  if (actingId === null || !person) return
  const booked = await listBookedWhileAway(ctx, {
    reader: { id: actingId, roles: ['fee_earner'] },
    personId: absence.personId,
    ...daysOf(absence),
  })
  const [next] = booked
  const bookings = next ? ` ${countedAppointments(booked.length)} booked with them on these days.` : ''
  await notify(ctx, actingId, {
    topic: 'account',
    title: `You're covering for ${fullName(person)}`,
    body: `Until ${dayText(absence.backOn)}, their clients and cases are on your lists too.${bookings}`,
    inMail: "You're covering for a colleague.",
    link: next ? pathTo(pages.firmAppointments, 'appointment', next.id) : pages.firm,
  })
}

/** Returns the cover, or the person who covers for them. Null if they cover for each other. */
function actingOf({ personId, coverId }: AbsenceRow, begun: readonly AbsenceRow[]) {
  const passed = new Set([personId])
  let acting = coverId
  for (;;) {
    if (passed.has(acting)) return null
    passed.add(acting)
    const next = begun.find((absence) => absence.personId === acting)
    if (!next) return acting
    acting = next.coverId
  }
}

/** Whether there would be a day on which nobody is left to cover. */
const isCircle = (row: AbsenceRow, others: readonly AbsenceRow[]) =>
  actingOf(row, [
    row,
    ...others.filter((other) => other.fromDay < row.backOn && row.fromDay < other.backOn),
  ]) === null

async function invalidateFor(ctx: Ctx, { personId, actingId }: AbsenceRow) {
  for (const id of [personId, actingId])
    if (id) await ctx.invalidate(id, 'clients', 'documents', 'cases', 'messages', 'appointments')
}

function refuseForOthers({ actor }: Ctx<Staff>, id: UserId) {
  if (id !== actor.id && !may(actor.roles, 'people.manage'))
    throw new Problem('forbidden', 'Only an administrator can do this for someone else.', {
      reason: 'not_yours',
    })
}

function refuseDays({ now }: Ctx, { from, backOn }: { from: string; backOn: string }) {
  if (backOn <= londonDay(now)) throw invalid('backOn', 'Please choose a day that is still to come')
  if (backOn <= from) throw invalid('backOn', 'Please choose a day after the first day away')
}

const invalid = (field: string, words: string) => invalidFields({ [field]: words })
