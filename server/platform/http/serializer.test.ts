import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kit.ts'
import { tasks } from '#contract/tasks.ts'
import { answersOf } from '#server/testing/arbitrary.ts'
import { instantText } from '../time/instants.ts'
import { encoderOf } from './responses.ts'
import { quickWriterOf, unsure } from './serializer.ts'

const endpoints = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries<Endpoint>(contract)
    .filter(([, { gives, status }]) => (gives === 'json' || gives === 'stream') && status !== 204)
    .map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)
const quickOnes = endpoints.filter(([, { output }]) => quickWriterOf(output) !== null)

/** What somebody is told, or that they are told nothing. */
const outcome = (write: () => string) => {
  try {
    return JSON.parse(write())
  } catch {
    return 'refused'
  }
}

test.each(quickOnes)('%s answers what its contract says, the quick way too', (_, endpoint) => {
  const encode = encoderOf(endpoint)
  const write = quickWriterOf(endpoint.output)
  let [quick, right] = [0, 0]
  const sameAsContract = (wire: unknown) => {
    const read = z.safeDecode(endpoint.output, wire as never)
    const value = read.success ? read.data : wire
    const before = structuredClone(value)
    const answer = outcome(() => encode(value))
    expect(answer).toEqual(outcome(() => JSON.stringify(z.encode(endpoint.output, value as never))))
    expect(value).toEqual(before)
    if (read.success) right += 1
    if (read.success && write?.(value) !== unsure) quick += 1
  }
  fc.assert(fc.property(answersOf(endpoint), sameAsContract), { numRuns: 15, seed: 7 })
  expect(quick).toBeGreaterThanOrEqual(right / 2)
})

test('the lists that every page asks for are answered the quick way', () => {
  const names = quickOnes.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['tasks.list', 'accounts.current', 'notifications.list']))
})

test('what the contract does not name is refused, and so is a thing with ways of its own', () => {
  const encode = encoderOf(tasks.list)
  const [task] = z.decode(tasks.list.output, [someTask])
  expect(JSON.parse(encode([task]))).toEqual([someTask])
  const own = Object.assign(Object.create({ toJSON: () => 'other' }), task)
  expect(() => encode([own])).toThrow(/unrecognized_keys/)
  expect(() => encode([{ ...task, secret: 'x' }])).toThrow(/unrecognized_keys/)
  expect(() => encode([{ ...task, createdAt: new Date(Number.NaN) }])).toThrow(/invalid_type/)
  expect(() => encode(Array.from({ length: 1 }))).toThrow(/invalid_type/)
})

const someTask = {
  id: '0199a9a0-0000-7000-8000-000000000001',
  title: 'Proof of identity',
  description: 'A passport',
  category: 'documents',
  kind: 'proof_of_identity',
  status: 'pending',
  amount: null,
  currency: null,
  outcome: null,
  reason: null,
  createdAt: '2026-11-21T17:04:09.007Z',
  completedAt: null,
} as const

test('a time is written as everybody writes it, in every year of four figures', () => {
  const [min, max] = [new Date('0001-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')]
  const isSame = (date: Date) => {
    expect(instantText(date)).toBe(date.toISOString())
  }
  fc.assert(fc.property(fc.date({ min, max, noInvalidDate: true }), isSame), { numRuns: 2000 })
  for (const date of [min, max, new Date(0), new Date(-1)]) isSame(date)
})
