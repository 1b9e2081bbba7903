import { idleMinutesOf, type Role, sessionHours, type UserId } from '#contract/accounts/accounts.ts'
import { londonDay } from '#contract/kit/london.ts'
import type { Db } from '#server/platform/db/database.ts'
import { after, before, hours, minutes } from '#server/platform/time/durations.ts'
import * as store from './store.ts'

export const lifetime = hours(sessionHours)

export type Session = NonNullable<Awaited<ReturnType<typeof store.findByToken>>>

/** How far a clock may be put back, as for winter time by hand, without signing everybody out. */
const aheadAtMost = hours(1)

/**
 * Returns the time bounds of a live session. A session that began or was last used at the lower bounds or earlier is
 * over, and so is one last used too far in the future, by a clock that was wrong.
 */
export const boundsFor = (role: Role, now: Date) => ({
  startedAfter: before(now, lifetime),
  seenAfter: before(now, minutes(idleMinutesOf(role))),
  seenUntil: after(now, aheadAtMost),
})

/** Returns whether this session of a client may still be used. */
export async function isSessionLive(db: Db, { id, userId, now }: { id: string; userId: UserId; now: Date }) {
  const { startedAfter, seenAfter, seenUntil } = boundsFor('client', now)
  const live = await store.listOf(db, userId, { startedAfter, seenAfter, seenUntil })
  return live.some((session) => session.id === id)
}

export const isAlive = (session: Session, now: Date) => {
  if (isNobodyNow(session, now)) return false
  const { startedAt, lastSeenAt, role } = session
  const { startedAfter, seenAfter, seenUntil } = boundsFor(role, now)
  return startedAt > startedAfter && lastSeenAt > seenAfter && lastSeenAt <= seenUntil
}

/** Returns somebody's roles at this time. The auditor role ends with the last day of the inspection. */
export const standing = ({ role, roles, inspectsUntil }: Standing, now: Date) => ({
  role,
  roles: isInspectionOpen(inspectsUntil, now) ? roles : roles.filter((held) => held !== 'auditor'),
})

type Standing = Pick<Session, 'role' | 'roles' | 'inspectsUntil'>

/** Returns whether a person was an auditor and nothing else, and the inspection is over. */
export const isNobodyNow = (person: Standing, now: Date) =>
  person.role !== 'client' && standing(person, now).roles.length === 0

/** Returns whether an auditor may still read. An auditor without a last day may not. */
const isInspectionOpen = (until: string | null, now: Date) => until !== null && londonDay(now) <= until
