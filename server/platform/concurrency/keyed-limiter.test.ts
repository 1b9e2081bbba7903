import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openKeyedLimiter } from './keyed-limiter.ts'

/** Counts the tasks that run at the same time. */
const openCount = () => {
  const now = new Map<string, number>()
  const most = { together: 0, each: 0 }
  const work = (person: string) => async () => {
    const own = (now.get(person) ?? 0) + 1
    now.set(person, own)
    const together = [...now.values()].reduce((sum, value) => sum + value, 0)
    most.together = Math.max(most.together, together)
    most.each = Math.max(most.each, own)
    await wait(1)
    now.set(person, (now.get(person) ?? 1) - 1)
  }
  return { most, work }
}

test('no key takes all slots, and all keys together take no more than there are', async () => {
  const limiter = openKeyedLimiter({ slots: 4, slotsPerKey: 2, queue: 100 })
  const { most, work } = openCount()
  const people = Array.from({ length: 150 }, (_, at) => `person ${at % 5}`)
  await Promise.all(people.map((person) => limiter(person, work(person))))
  await Promise.all(people.slice(0, 9).map(() => limiter('ana', work('ana'))))
  expect(most).toEqual({ together: 4, each: 2 })
})

test('many tasks of one key wait for each other, and the only one of another key does not', async () => {
  const limiter = openKeyedLimiter({ slots: 4, slotsPerKey: 2, queue: 100 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const many = Array.from({ length: 50 }, () => limiter('ana', () => promise))
  expect(await limiter('ben', async () => 'at once')).toBe('at once')
  resolve()
  await Promise.all(many)
})

test('a task beyond the queue is refused with 503, and a task that fails releases its slot', async () => {
  const limiter = openKeyedLimiter({ slots: 1, slotsPerKey: 1, queue: 1 })
  const { promise, reject } = Promise.withResolvers<void>()
  const [first, second] = [limiter('ana', () => promise), limiter('ana', async () => 'done')]
  await expect(limiter('ana', async () => {})).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  reject(new Error('The work failed'))
  await expect(first).rejects.toThrow('The work failed')
  expect(await second).toBe('done')
})

test('a key that holds many slots leaves the last ones to those that hold none', async () => {
  const limiter = openKeyedLimiter({ slots: 6, slotsPerKey: 4, queue: 100 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const inside: string[] = []
  const stay = (person: string) =>
    limiter(person, async () => {
      inside.push(person)
      await promise
    })
  const heavy = ['ana', 'ben'].flatMap((person) => Array.from({ length: 20 }, async () => stay(person)))
  await wait(0)
  expect(inside).toEqual(['ana', 'ana', 'ana', 'ben', 'ben'])
  expect(await limiter('cleo', async () => 'at once')).toBe('at once')
  resolve()
  await Promise.all(heavy)
  expect(inside).toHaveLength(40)
})

test('a task that waits too long for other keys is refused with 503, and takes no slot', async () => {
  const limiter = openKeyedLimiter({ slots: 1, slotsPerKey: 1, queue: 10, timeout: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = limiter('ana', () => promise)
  await expect(limiter('ben', async () => 'done')).rejects.toMatchObject({ code: 'unavailable' })
  const patient = limiter('cleo', async () => 'done', { timeout: 30_000 })
  await wait(5)
  resolve()
  expect(await patient).toBe('done')
  await first
  expect(await limiter('ben', async () => 'done')).toBe('done')
})
