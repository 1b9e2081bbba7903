import { hash } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import type { Bus } from '#server/platform/events/bus.ts'
import { isAlive, type Session } from './liveness.ts'
import * as store from './store.ts'

const rememberedAtMost = 20_000

interface Facilities {
  db: Db
  bus: Bus
  clock: () => Date
}

/**
 * Caches sessions, so that a request needs no query to know who it comes from. The cache drops a person's sessions as
 * soon as one of them changes: on this node after commit, on others by NOTIFY.
 */
export function openSessionCache({ db, bus, clock }: Facilities) {
  const remembered = new Map<string, Session>()
  let forgotten = 0

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
  /** Returns the live session of a token, or null. */
  const find = async (token: string | undefined): Promise<Session | null> => {
    if (token === undefined || token.length !== 43) return null
    const hash = hashOf(token)
    const known = bus.isListening() ? remembered.get(hash) : undefined
    if (known && isAlive(known, clock())) return known
    // Another node may have seen this person since, so only the database can say that a session is over.
    const session = await lookUp(hash)
    return session && isAlive(session, clock()) ? session : null
  }
  return { find, forget }
}

export const hashOf = (token: string) => hash('sha256', token, 'base64url')
