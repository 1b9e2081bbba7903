import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openFairGate } from './fair-gate.ts'

/** Counts who works at the same time. */
const openCount = () => {
  const now = new Map<string, number>()
  const most = { together: 0, each: 0 }
  const work = (person: string) => async () => {
    const own = (now.get(person) ?? 0) + 1
    now.set(person, own)
    const together = [...now.values()].reduce((sum, one) => sum + one, 0)
    most.together = Math.max(most.together, together)
    most.each = Math.max(most.each, own)
    await wait(1)
    now.set(person, (now.get(person) ?? 1) - 1)
  }
  return { most, work }
}

test('nobody takes all the places, and all together take no more than there are', async () => {
  const gate = openFairGate({ width: 4, each: 2, depth: 100 })
  const { most, work } = openCount()
  const people = Array.from({ length: 150 }, (_, at) => `person ${at % 5}`)
  await Promise.all(people.map((person) => gate(person, work(person))))
  await Promise.all(people.slice(0, 9).map(() => gate('ana', work('ana'))))
  expect(most).toEqual({ together: 4, each: 2 })
})

test("one person's many wait for each other, and another's only one does not", async () => {
  const gate = openFairGate({ width: 4, each: 2, depth: 100 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const many = Array.from({ length: 50 }, () => gate('ana', () => promise))
  expect(await gate('ben', async () => 'at once')).toBe('at once')
  resolve()
  await Promise.all(many)
})

test('whoever comes when too many wait is asked to come back, and work that fails gives its place up', async () => {
  const gate = openFairGate({ width: 1, each: 1, depth: 1 })
  const { promise, reject } = Promise.withResolvers<void>()
  const [first, second] = [gate('ana', () => promise), gate('ana', async () => 'done')]
  await expect(gate('ana', async () => {})).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  reject(new Error('The work failed'))
  await expect(first).rejects.toThrow('The work failed')
  expect(await second).toBe('done')
})

test('whoever has many places leaves the last ones to those who have none', async () => {
  const gate = openFairGate({ width: 6, each: 4, depth: 100 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const inside: string[] = []
  const stay = (person: string) =>
    gate(person, async () => {
      inside.push(person)
      await promise
    })
  const heavy = ['ana', 'ben'].flatMap((person) => Array.from({ length: 20 }, async () => stay(person)))
  await wait(0)
  expect(inside).toEqual(['ana', 'ana', 'ana', 'ben', 'ben'])
  expect(await gate('cleo', async () => 'at once')).toBe('at once')
  resolve()
  await Promise.all(heavy)
  expect(inside).toHaveLength(40)
})

test("work that waits too long for other people's is asked to come back, and takes no place", async () => {
  const gate = openFairGate({ width: 1, each: 1, depth: 10, patience: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = gate('ana', () => promise)
  await expect(gate('ben', async () => 'done')).rejects.toMatchObject({ code: 'unavailable' })
  resolve()
  await first
  expect(await gate('ben', async () => 'done')).toBe('done')
})
