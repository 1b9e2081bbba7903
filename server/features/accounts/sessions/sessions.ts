import { randomBytes } from 'node:crypto'
import type { accounts, SessionId, UserId } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { portal, unattendedHeader } from '#contract/kit/portal.ts'
import { Problem } from '#contract/kit/problem.ts'
import { reachOf } from '#contract/kit/rights.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { type Actor, type Ctx, type Member, visitor } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Bus, signal } from '#server/platform/events/bus.ts'
import type { IncomingRequest } from '#server/platform/http/request.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { findMergedInto } from '../merged/store.ts'
import type { SessionBeginning } from '../schema.ts'
import { findInvolvement } from '../scope/store.ts'
import { listUnassigned } from '../scope/unassigned/store.ts'
import * as users from '../store.ts'
import { boundsFor, isNobodyNow, lifetime, type Session, standing } from './liveness.ts'
import { hashOf, openSessionCache } from './session-cache.ts'
import * as store from './store.ts'

/** How stale the stored `lastSeenAt` may become. A write for every request would cost more than it is worth. */
const savedEvery = minutes(1)

// A browser keeps a __Host- cookie to this very host, over TLS, for all paths.
export const cookieName = (isSecure: boolean) => (isSecure ? '__Host-portico_session' : 'portico_session')

/** Carried by a browser that has shown the password and not yet the second factor. */
export const secondStepCookieName = (isSecure: boolean) =>
  isSecure ? '__Host-portico_second_step' : 'portico_second_step'

export interface Sessions {
  /** Returns who this request comes from: a visitor if it has no session or the session is over. */
  whoIs: (request: IncomingRequest) => Promise<Actor>
  /** The same as it is at this moment, for what outlives its request. It doesn't count as a use of the session. */
  whoIsNow: (request: IncomingRequest) => Promise<Actor>
  /**
   * Begins a session in this transaction and sets its cookie. Ends the session that the browser came with. Returns the
   * new session's id. Throws `forbidden` for an auditor whose inspection is over (`inspection_over`) and for an account
   * that has been merged into another (`account_merged`).
   */
  begin: (ctx: Ctx, userId: UserId, begunBy: SessionBeginning) => Promise<SessionId>
  /** Ends the session that this browser came with. */
  endCarried: (ctx: Ctx) => Promise<void>
  listOwn: (ctx: Ctx) => Promise<Output<typeof accounts.sessions>>
  end: (ctx: Ctx<Member>, sessionId: SessionId) => Promise<boolean>
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

/** Opens what knows who a request comes from, and begins and ends sessions. */
export function openSessions({ db, bus, clock, isSecure, requiresSecondFactor }: Facilities): Sessions {
  const cookie = cookieName(isSecure)
  const secondStep = secondStepCookieName(isSecure)
  const { find, forget } = openSessionCache({ db, bus, clock })
  const touch = touchEvery(savedEvery, { db, clock })

  const whoAsks = async (request: IncomingRequest): Promise<Actor> => {
    const session = await find(request.cookies[cookie])
    if (!session && request.cookies[secondStep]) return { ...visitor, isHalfway: true }
    if (!session) return request.cookies[cookie] ? { ...visitor, hasDeadSession: true } : visitor
    if (isAttended(request)) touch(session)
    const member = await memberOf(session, { db, requiresSecondFactor, now: clock() })
    return request.method === 'GET' ? withUnassigned(db, member) : member
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
    whoIs: oncePerRequest(whoAsks),
    whoIsNow: async (request) => {
      const session = await find(request.cookies[cookie])
      return session ? memberOf(session, { db, requiresSecondFactor, now: clock() }) : visitor
    },
    isOpen: async (request) => (await find(request.cookies[cookie])) !== null,
    begin: async (ctx, userId, begunBy) => {
      await refuseEnded(ctx, userId)
      await endCarried(ctx)
      const { id, token } = await insertSession(ctx, userId, begunBy)
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

const oncePerRequest = (ask: (request: IncomingRequest) => Promise<Actor>) => {
  const actors = new WeakMap<IncomingRequest, Promise<Actor>>()
  return (request: IncomingRequest) => {
    const known = actors.get(request) ?? ask(request)
    actors.set(request, known)
    return known
  }
}

interface MemberRules {
  db: Db
  requiresSecondFactor: boolean
  now: Date
}

const memberOf = async (
  session: Session,
  { db, requiresSecondFactor, now }: MemberRules,
): Promise<Member> => {
  const { id: sessionId, userId: id, role, hasSecondFactor, isGuest } = session
  const lacksSecondFactor = requiresSecondFactor && role !== 'client' && !hasSecondFactor
  const member = { id, ...standing(session, now), sessionId, lacksSecondFactor, isGuest }
  // Not remembered with the session, because teams, absences and restricted matters change without it.
  return role === 'client' ? member : { ...member, involvement: await findInvolvement(db, id) }
}

/** Adds the clients whom nobody looks after for somebody to whom they are open: a page asks for them many times. */
const withUnassigned = async (db: Db, member: Member): Promise<Member> => {
  const { involvement } = member
  if (!involvement || !reachOf(member).isUnassigned) return member
  const unassigned = await listUnassigned(db)
  return unassigned ? { ...member, involvement: { ...involvement, unassigned } } : member
}

const touchEvery = (interval: number, { db, clock }: Pick<Facilities, 'db' | 'clock'>) => {
  const savedAt = new WeakMap<Session, number>()
  return (session: Session) => {
    const now = clock()
    // Also if the clock was put back, or the session would seem to be used in the future.
    session.lastSeenAt = now
    if (Math.abs(now.getTime() - (savedAt.get(session) ?? 0)) < interval) return
    savedAt.set(session, now.getTime())
    const { id, userId, lastSeenAt } = session
    store.update(db, id, { lastSeenAt }).catch(() => {})
    users.update(db, userId, { lastSeenAt }).catch(() => {})
  }
}

/** Throws `forbidden` for an auditor whose inspection is over, and for an account that was merged into another. */
const refuseEnded = async ({ db, now }: Ctx, userId: UserId) => {
  const person = await store.findStanding(db, userId)
  if (person && isNobodyNow(person, now)) throw accessEnded()
  const keptEmail = await findMergedInto(db, userId)
  if (keptEmail !== null) throw merged(keptEmail)
}

const insertSession = async ({ db, caller, now }: Ctx, userId: UserId, begunBy: SessionBeginning) => {
  const token = randomBytes(32).toString('base64url')
  const id = newId<SessionId>()
  const { address, agent } = caller
  const tokenHash = hashOf(token)
  await store.insert(db, { id, tokenHash, userId, address, agent, begunBy, startedAt: now, lastSeenAt: now })
  return { id, token }
}

/**
 * Returns whether a person made this request. An open page keeps an event stream, refetches after changes and loads
 * images, all of which happen with nobody there.
 */
const isAttended = ({ url, headers }: IncomingRequest) =>
  url !== portal.events.path &&
  headers[unattendedHeader] === undefined &&
  headers['sec-fetch-dest'] !== 'image'

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
