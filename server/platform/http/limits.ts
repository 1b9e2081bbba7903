import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { Problem } from '#contract/problem.ts'

/** How often something may be done: `points` times in `duration` seconds for one key. */
const rules = {
  signInAccount: { points: 10, duration: 900 },
  signInKnownDevice: { points: 10, duration: 900 },
  signInAddress: { points: 60, duration: 300 },
  registerAddress: { points: 20, duration: 3600 },
  // One in 300,000 guesses is right at any moment: few an hour, and not many more a day.
  secondFactor: { points: 8, duration: 900 },
  secondFactorDay: { points: 40, duration: 86_400 },
  // A mailbox is enough for a new password: that starts the count of guesses over this often a day, and no more.
  secondFactorRenewal: { points: 2, duration: 86_400 },
  secondFactorAddress: { points: 60, duration: 300 },
  resetAccount: { points: 5, duration: 3600 },
  resetAddress: { points: 20, duration: 3600 },
  linkAddress: { points: 60, duration: 900 },
  confirmationMail: { points: 5, duration: 3600 },
  password: { points: 10, duration: 900 },
  setup: { points: 10, duration: 900 },
  // All that one person can do by hand, many times over: each leaves a line in the trail, and lines fill a disk.
  command: { points: 1200, duration: 300 },
  // Every version that is sent is kept.
  form: { points: 60, duration: 3600 },
  upload: { points: 120, duration: 600 },
  payment: { points: 30, duration: 600 },
  export: { points: 5, duration: 3600 },
  request: { points: 30, duration: 3600 },
  message: { points: 120, duration: 600 },
  appointment: { points: 60, duration: 600 },
  signature: { points: 30, duration: 600 },
  verify: { points: 60, duration: 600 },
  chat: { points: 60, duration: 300 },
  assistant: { points: 60, duration: 300 },
} as const
export type LimitName = keyof typeof rules

// Too often for a write each time: every node counts for itself.
const inMemory = new Set<string>(['command'] satisfies LimitName[])

export interface Limits {
  /** Counts one attempt, or as many as are told; throws 429 with Retry-After when there were too many. */
  count: (name: LimitName, key: string, attempts?: number) => Promise<void>
  /** Forgets the attempts of a key, after a success. */
  forget: (name: LimitName, key: string) => Promise<void>
}

const words = 'There were too many attempts. Please wait a little and try again.'

/** Counts in PostgreSQL, so that several nodes share one count; in memory while it cannot be reached. */
export async function openLimits(pool: pg.Pool, isOn: boolean): Promise<Limits> {
  if (!isOn) return { count: async () => {}, forget: async () => {} }
  const limiters = new Map<string, RateLimiterAbstract>()
  for (const [name, rule] of Object.entries(rules))
    limiters.set(name, inMemory.has(name) ? memoryOf(name, rule) : limiterOf(pool, name, rule))
  const of = (name: LimitName) => limiters.get(name) as RateLimiterAbstract
  return {
    count: async (name, key, attempts = 1) => {
      try {
        await of(name).consume(short(key), attempts)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        throw new Problem('too_many', words, { retryAfter })
      }
    },
    forget: async (name, key) => void (await of(name).delete(short(key))),
  }
}

interface Rule {
  points: number
  duration: number
}

const memoryOf = (keyPrefix: string, rule: Rule) => new RateLimiterMemory({ keyPrefix, ...rule })

const limiterOf = (pool: pg.Pool, name: string, rule: Rule) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    ...rule,
    insuranceLimiter: memoryOf(name, rule),
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
