import type { UserId } from '#contract/accounts/accounts.ts'
import { keyPrefix } from '#contract/api-keys.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Actor } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { addressKey, type Limit, type Limits } from '#server/platform/http/limits.ts'
import type { IncomingRequest, Platform } from '#server/platform/http/request.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { hashOfKey } from './key-hash.ts'
import * as store from './store.ts'

/** A key cannot be guessed. This limit keeps an attacker from causing many database queries. */
const wrongKeyRate: Limit = { name: 'wrongApiKey', points: 60, duration: 300 }
/** How outdated `lastUsedAt` may be, because writing it at every request would cost more than it is worth. */
const savedEvery = minutes(1)

interface Shown {
  /** The Authorization header, if there is one. */
  authorization: string | undefined
  address: string
}

export interface KeyDependencies {
  db: Db
  clock: () => Date
  limits: Limits
}

/** Authenticates a system of the firm's own by its key, and everyone else by a session. With both, the key counts. */
export function authenticateByKey(
  sessions: Pick<Platform, 'whoIs' | 'whoIsNow'>,
  dependencies: KeyDependencies,
): Pick<Platform, 'whoIs' | 'whoIsNow'> {
  const keys = openKeyAuthenticator(dependencies)
  // Several places ask who a request is from, and each would query the database.
  const known = new WeakMap<IncomingRequest, { actor: Promise<Actor | null>; isWhole: boolean }>()
  return {
    whoIs: async (request) => {
      const { authorization } = request.headers
      if (authorization === undefined) return sessions.whoIs(request)
      const isWhole = request.method === 'GET' || request.raw.complete
      let found = known.get(request)
      // A body may be on its way for minutes, and the key withdrawn meanwhile.
      if (!found || (isWhole && !found.isWhole)) {
        const actor = keys.authenticate({ authorization, address: addressKey(request.ip) })
        found = { actor, isWhole }
        known.set(request, found)
      }
      return (await found.actor) ?? sessions.whoIs(request)
    },
    whoIsNow: async (request) => {
      const { authorization } = request.headers
      const key =
        authorization === undefined
          ? null
          : await keys.authenticate({ authorization, address: addressKey(request.ip) })
      return key ?? sessions.whoIsNow(request)
    },
  }
}

interface KeyAuthenticator {
  /** Returns the actor of a key, or null if there is no key. Throws `unauthenticated` for an invalid one. */
  authenticate: (shown: Shown) => Promise<Actor | null>
}

/** Queries the database every time, so that a withdrawn key stops working on every node at once. */
const openKeyAuthenticator = ({ db, clock, limits }: KeyDependencies): KeyAuthenticator => ({
  authenticate: async ({ authorization, address }) => {
    const token = tokenIn(authorization)
    if (token === null) return null
    const now = clock()
    const row = isKey(token) ? await store.findByToken(db, hashOfKey(token), now) : null
    if (!row) {
      await limits.count(wrongKeyRate, address)
      throw refused()
    }
    const { id, name, scopes, lastUsedAt } = row
    const isStale = lastUsedAt === null || Math.abs(now.getTime() - lastUsedAt.getTime()) >= savedEvery
    if (isStale) store.update(db, id, { lastUsedAt: now, lastUsedFrom: address }).catch(() => {})
    // It sees every client. What it may do depends only on its scopes.
    return {
      // The audit trail and the limits name an actor by one kind of id. No person has this one.
      id: id as string as UserId,
      role: 'administrator',
      roles: ['administrator'],
      opensAll: true,
      sessionId: null,
      key: { name, scopes },
    }
  },
})

const tokenIn = (authorization = '') => /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null

const isKey = (token: string) => token.startsWith(keyPrefix) && token.length === keyPrefix.length + 43

const refused = () =>
  new Problem('unauthenticated', "This API key isn't valid: it is mistyped, expired or withdrawn.", {
    reason: 'bad_api_key',
  })
