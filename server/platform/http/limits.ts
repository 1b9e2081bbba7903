import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { Problem } from '#contract/kit/problem.ts'

/** How often something may be done: `points` times in `duration` seconds per key. */
export interface Limit {
  /** The key of the counts, so no two limits share a name. */
  name: string
  points: number
  duration: number
  /** Counts on each node by itself, for what happens too often to write each time. */
  isInMemory?: boolean
}

// Many times what one person can do by hand. Each command writes to the audit trail, which could fill the disk.
export const commandRate: Limit = { name: 'command', points: 1200, duration: 300, isInMemory: true }
/** Ten a second for one of the firm's own systems, which leaves room for everyone else. */
export const keyRate: Limit = { name: 'apiKey', points: 600, duration: 60, isInMemory: true }
export const uploadRate: Limit = { name: 'upload', points: 120, duration: 600 }
/** For requests that a client makes of the firm, since a person reads each one. */
export const requestRate: Limit = { name: 'request', points: 30, duration: 3600 }

export interface Limits {
  /** Counts one attempt, or `attempts`. Throws `too_many` with the time to try again. */
  count: (limit: Limit, key: string, attempts?: number) => Promise<void>
  /** Resets the attempts of a key, after a success. */
  forget: (limit: Limit, key: string) => Promise<void>
}

const words = 'There were too many attempts. Please wait a little and try again.'

/**
 * Counts in PostgreSQL, so that all nodes share one count. Counts in memory while the database cannot be reached.
 * Throws at the first attempt if two limits have one name.
 */
export async function openLimits(pool: pg.Pool, isOn: boolean): Promise<Limits> {
  if (!isOn) return { count: async () => {}, forget: async () => {} }
  const limiters = new Map<string, { limit: Limit; limiter: RateLimiterAbstract }>()
  const of = (limit: Limit) => {
    const known = limiters.get(limit.name)
    if (known && known.limit !== limit) throw new Error(`Two limits are called ${limit.name}`)
    if (known) return known.limiter
    const limiter = limit.isInMemory ? memoryOf(limit) : limiterOf(pool, limit)
    limiters.set(limit.name, { limit, limiter })
    return limiter
  }
  return {
    count: async (limit, key, attempts = 1) => {
      try {
        await of(limit).consume(short(key), attempts)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        throw new Problem('too_many', words, { retryAfter })
      }
    },
    forget: async (limit, key) => void (await of(limit).delete(short(key))),
  }
}

const memoryOf = ({ name, points, duration }: Limit) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration })

const limiterOf = (pool: pg.Pool, limit: Limit) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.duration,
    insuranceLimiter: memoryOf(limit),
  })

const short = (key: string) => key.slice(0, 200)

/**
 * Returns what a limit counts as one address: an IPv4 address, or the /64 of an IPv6 address. A connection that was
 * closed before its request was read has none.
 */
export const addressKey = (address: string | undefined) => {
  if (address === undefined) return 'closed'
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const gap = plain.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return `${[...left, ...gap, ...right].slice(0, 4).join(':')}::/64`
}
