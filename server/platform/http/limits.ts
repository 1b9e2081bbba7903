import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { Problem } from '#contract/kit/problem.ts'

/** How often something may be done: `points` times in `duration` seconds for one key. */
export interface Limit {
  /** Counts are kept by it, so no two limits share one. */
  name: string
  points: number
  duration: number
  /** Too often for a write each time: every node counts for itself. */
  isInMemory?: boolean
}

// All that one person can do by hand, many times over: each leaves a line in the trail, and lines fill a disk.
export const commandRate: Limit = { name: 'command', points: 1200, duration: 300, isInMemory: true }
/** Ten a second of one system of the firm's own, which leaves room for everybody else. */
export const keyRate: Limit = { name: 'apiKey', points: 600, duration: 60, isInMemory: true }
export const uploadRate: Limit = { name: 'upload', points: 120, duration: 600 }
/** What a client asks the firm for: each is read by a person. */
export const requestRate: Limit = { name: 'request', points: 30, duration: 3600 }

export interface Limits {
  /** Counts one attempt, or as many as are told; throws `too_many` with when to try again. */
  count: (limit: Limit, key: string, attempts?: number) => Promise<void>
  /** Forgets the attempts of a key, after a success. */
  forget: (limit: Limit, key: string) => Promise<void>
}

const words = 'There were too many attempts. Please wait a little and try again.'

/** Counts in PostgreSQL, so that several nodes share one count; in memory while it cannot be reached. */
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

/** What a limit counts as one address: an IPv4 address, or the /64 of an IPv6 one. */
export const addressKey = (address: string) => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const gap = plain.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return `${[...left, ...gap, ...right].slice(0, 4).join(':')}::/64`
}
