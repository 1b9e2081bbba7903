import { hash, randomBytes } from 'node:crypto'
import {
  type accounts,
  idleMinutesOf,
  type Role,
  type SessionId,
  sessionHours,
  type UserId,
} from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { portal, unattendedHeader } from '#contract/kit/portal.ts'
import { Problem } from '#contract/kit/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { type Actor, type Ctx, type Member, visitor } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Bus, signal } from '#server/platform/events/bus.ts'
import type { IncomingRequest } from '#server/platform/http/request.ts'
import { after, before, hours, minutes } from '#server/platform/time/durations.ts'
import { findMergedInto } from '../merged/store.ts'
import type { SessionBeginning } from '../schema.ts'
import { findInvolvement } from '../scope/store.ts'
import * as users from '../store.ts'
import * as store from './store.ts'

const lifetime = hours(sessionHours)
/** How stale the stored `lastSeenAt` may become. A write for every request would cost more than it is worth. */
const savedEvery = minutes(1)
const rememberedAtMost = 20_000

// A browser keeps a __Host- cookie to this very host, over TLS, for all paths.
export const cookieName = (isSecure: boolean) => (isSecure ? '__Host-portico_session' : 'portico_session')

/** Carried by a browser that has shown the password and not yet the second factor. */
export const secondStepCookieName = (isSecure: boolean) =>
  isSecure ? '__Host-portico_second_step' : 'portico_second_step'

type Session = NonNullable<Awaited<ReturnType<typeof store.findByToken>>>

export interface Sessions {
  /** Returns who this request comes from: a visitor if it has no session or the session is over. */
  whoIs: (request: IncomingRequest) => Promise<Actor>
  /**
   * Begins a session in this transaction and sets its cookie. Ends the session that the browser came with. Returns the
   * new session's id. Throws `forbidden` for an auditor whose inspection is over (`inspection_over`) and for an account
   * that has been merged into another (`account_merged`).
   */
  begin: (ctx: Ctx, userId: UserId, begunBy: SessionBeginning) => Promise<string>
  /** Ends the session that this browser came with. */
  endCarried: (ctx: Ctx) => Promise<void>
  listOwn: (ctx: Ctx) => Promise<Output<typeof accounts.sessions>>
  end: (ctx: Ctx<Member>, sessionId: string) => Promise<boolean>
  /** Ends every session of this person but this one. Returns how many there were. */
  endOthers: (ctx: Ctx<Member>) => Promise<number>
  /** Drops this person's sessions from this node's cache, so that the database is asked again. */
  forget: (userId: string) => void
  /** Returns whether this session may still be used. For streams that outlive their request. */
  isOpen: (request: IncomingRequest) => Promise<boolean>
}

interface Facilities {
  db: Db
  bus: Bus
  clock: () => Date
  isSecure: boolean
  /** Whether staff need a second factor: everywhere but in the demo. */
  requiresSecondFactor: boolean
}

/**
 * Caches sessions, so that a request needs no query to know who it comes from. The cache drops a person's sessions as
 * soon as one of them changes: on this node after commit, on others by NOTIFY.
 */
export function openSessions({ db, bus, clock, isSecure, requiresSecondFactor }: Facilities): Sessions {
  const remembered = new Map<string, Session>()
  const savedAt = new WeakMap<Session, number>()
  let forgotten = 0
  const cookie = cookieName(isSecure)
  const secondStep = secondStepCookieName(isSecure)

  const forget = (userId: string) => {
    forgotten += 1
    for (const [hash, session] of remembered) if (session.userId === userId) remembered.delete(hash)
  }
  bus.on((message) => {
    if (message.kind === 'sessions') forget(message.userId)
  })
  bus.onResync(() => {
    forgotten += 1
    remembered.clear()
  })

  const lookUp = async (hash: string): Promise<Session | null> => {
    const before = forgotten
    const session = await store.findByToken(db, hash)
    // If something was dropped during the query, its result may already be out of date.
    if (session && before === forgotten && bus.isListening()) remember(hash, session)
    return session
  }
  const remember = (hash: string, session: Session) => {
    const oldest = remembered.size >= rememberedAtMost ? remembered.keys().next().value : undefined
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(hash, session)
  }
  const find = async (token: string | undefined): Promise<Session | null> => {
    if (token === undefined || token.length !== 43) return null
    const hash = hashOf(token)
    const known = bus.isListening() ? remembered.get(hash) : undefined
    if (known && isAlive(known, clock())) return known
    // Another node may have seen this person since, so only the database can say that a session is over.
    const session = await lookUp(hash)
    return session && isAlive(session, clock()) ? session : null
  }
  const touch = (session: Session) => {
    const now = clock()
    // Also if the clock was put back, or the session would seem to be used in the future.
    session.lastSeenAt = now
    if (Math.abs(now.getTime() - (savedAt.get(session) ?? 0)) < savedEvery) return
    savedAt.set(session, now.getTime())
    const { id, userId, lastSeenAt } = session
    store.update(db, id, { lastSeenAt }).catch(() => {})
    users.update(db, userId, { lastSeenAt }).catch(() => {})
  }

  const actors = new WeakMap<IncomingRequest, Promise<Actor>>()
  const whoAsks = async (request: IncomingRequest): Promise<Actor> => {
    const session = await find(request.cookies[cookie])
    if (!session && request.cookies[secondStep]) return { ...visitor, isHalfway: true }
    if (!session) return request.cookies[cookie] ? { ...visitor, hasDeadSession: true } : visitor
    if (isAttended(request)) touch(session)
    const { id: sessionId, userId: id, role, hasSecondFactor, isGuest } = session
    const lacksSecondFactor = requiresSecondFactor && role !== 'client' && !hasSecondFactor
    const actor = { id, ...standing(session, clock()), sessionId, lacksSecondFactor, isGuest }
    // Not remembered with the session, because teams, absences and restricted matters change without it.
    return role === 'client' ? actor : { ...actor, involvement: await findInvolvement(db, id) }
  }

  const changed = async (ctx: Ctx, userId: string) => {
    await signal(ctx.db, { kind: 'sessions', userId })
    ctx.afterCommit(() => forget(userId))
  }

  const endCarried = async (ctx: Ctx) => {
    const carried = ctx.caller.cookies[cookie]
    const previous = carried === undefined ? null : await store.findByToken(ctx.db, hashOf(carried))
    if (!previous) return
    await store.remove(ctx.db, previous.userId, previous.id)
    await changed(ctx, previous.userId)
    ctx.setCookie({ name: cookie, value: null })
  }

  return {
    whoIs: (request) => {
      const known = actors.get(request) ?? whoAsks(request)
      actors.set(request, known)
      return known
    },
    isOpen: async (request) => (await find(request.cookies[cookie])) !== null,
    begin: async (ctx, userId, begunBy) => {
      const person = await store.findStanding(ctx.db, userId)
      if (person && isNobodyNow(person, ctx.now)) throw accessEnded()
      const keptEmail = await findMergedInto(ctx.db, userId)
      if (keptEmail !== null) throw merged(keptEmail)
      await endCarried(ctx)
      const token = randomBytes(32).toString('base64url')
      const id = newId<SessionId>()
      await store.insert(ctx.db, {
        id,
        tokenHash: hashOf(token),
        userId,
        address: ctx.caller.address,
        agent: ctx.caller.agent,
        begunBy,
        startedAt: ctx.now,
        lastSeenAt: ctx.now,
      })
      ctx.setCookie({ name: cookie, value: token, maxAge: lifetime / 1000 })
      await audit(ctx, 'session.began')
      return id
    },
    endCarried,
    listOwn,
    end: async (ctx, sessionId) => {
      const isGone = await store.remove(ctx.db, ctx.actor.id, sessionId)
      await changed(ctx, ctx.actor.id)
      if (sessionId === ctx.actor.sessionId) ctx.setCookie({ name: cookie, value: null })
      return isGone
    },
    endOthers: async (ctx) => {
      const gone = await store.removeOthers(ctx.db, ctx.actor.id, ctx.actor.sessionId)
      await changed(ctx, ctx.actor.id)
      return gone.length
    },
    forget,
  }
}

/**
 * Returns whether a person made this request. An open page keeps an event stream, refetches after changes and loads
 * images, all of which happen with nobody there.
 */
const isAttended = ({ url, headers }: IncomingRequest) =>
  url !== portal.events.path &&
  headers[unattendedHeader] === undefined &&
  headers['sec-fetch-dest'] !== 'image'

/** How far a clock may be put back, as for winter time by hand, without signing everybody out. */
const aheadAtMost = hours(1)

/**
 * Returns the time bounds of a live session. A session that began or was last used at the lower bounds or earlier is
 * over, and so is one last used too far in the future, by a clock that was wrong.
 */
const boundsFor = (role: Role, now: Date) => ({
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

const isAlive = (session: Session, now: Date) => {
  if (isNobodyNow(session, now)) return false
  const { startedAt, lastSeenAt, role } = session
  const { startedAfter, seenAfter, seenUntil } = boundsFor(role, now)
  return startedAt > startedAfter && lastSeenAt > seenAfter && lastSeenAt <= seenUntil
}

/** Returns somebody's roles at this time. The auditor role ends with the last day of the inspection. */
const standing = ({ role, roles, inspectsUntil }: Standing, now: Date) => ({
  role,
  roles: isInspectionOpen(inspectsUntil, now) ? roles : roles.filter((held) => held !== 'auditor'),
})

type Standing = Pick<Session, 'role' | 'roles' | 'inspectsUntil'>

/** Returns whether a person was an auditor and nothing else, and the inspection is over. */
const isNobodyNow = (person: Standing, now: Date) =>
  person.role !== 'client' && standing(person, now).roles.length === 0

/** Thrown only after the sign-in succeeded, since it shows the email address of the person's other account. */
const merged = (email: string) =>
  new Problem(
    'forbidden',
    `This account is now part of your other one. Please sign in with ${email} and that account's password.`,
    { reason: 'account_merged' },
  )

const accessEnded = () =>
  new Problem(
    'forbidden',
    'Your access to this portal has ended. Please ask the firm if you need more time.',
    {
      reason: 'inspection_over',
    },
  )

const listOwn = async ({ db, actor, now }: Ctx) => {
  if (actor.role === 'visitor') return []
  const rows = await store.listOf(db, actor.id, boundsFor(actor.role, now))
  return rows.map(({ id, agent, address, startedAt, lastSeenAt }) => ({
    id,
    isCurrent: id === actor.sessionId,
    agent,
    address,
    startedAt: notAfter(startedAt, now),
    lastSeenAt: notAfter(lastSeenAt, now),
  }))
}

/** Caps a time at now, so that events from before the clock was put back don't show a future time. */
const notAfter = (time: Date, now: Date) => (time > now ? now : time)

const hashOf = (token: string) => hash('sha256', token, 'base64url')

/** Returns whether an auditor may still read. An auditor without a last day may not. */
const isInspectionOpen = (until: string | null, now: Date) => until !== null && londonDay(now) <= until
