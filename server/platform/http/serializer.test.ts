import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type Endpoint, encode, safeDecode } from '#contract/kit/endpoint.ts'
import { tasks } from '#contract/tasks.ts'
import { answersOf } from '#server/testing/arbitrary.ts'
import { serializerOf } from './serializer.ts'

const endpoints = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries<Endpoint>(contract)
    .filter(([, { gives, status }]) => (gives === 'json' || gives === 'stream') && status !== 204)
    .map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

// Their values depend on each other, which a schema cannot express, so random values are rarely valid.
const dependent = new Set([
  'firmAppointments.diary',
  'firmAppointments.saveHours',
  'firmAppointments.addDaysOff',
])

test.each(endpoints)('%s writes what its contract encodes, and changes nothing', (name, endpoint) => {
  const write = serializerOf(endpoint)
  let written = 0
  const sameAsContract = (wire: unknown) => {
    const read = safeDecode(endpoint.output, wire)
    if (!read.success) return
    const before = structuredClone(read.data)
    const encoded = JSON.parse(JSON.stringify(encode(endpoint.output, read.data)))
    expect(JSON.parse(write(read.data))).toEqual(encoded)
    expect(read.data).toEqual(before)
    written += 1
  }
  fc.assert(fc.property(answersOf(endpoint), sameAsContract), { numRuns: 40, seed: 7 })
  expect(written > 0 || dependent.has(name)).toBe(true)
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
  dueOn: null,
  doneBy: null,
  isOfClosed: false,
  createdAt: '2026-11-21T17:04:09.007Z',
  completedAt: null,
} as const
const decoded = () => z.decode(tasks.list.output, [someTask])

test('a field that the contract does not name does not leave', () => {
  const secret = decoded().map((task) => ({ ...task, secret: 'x' }))
  expect(JSON.parse(serializerOf(tasks.list)(secret))).toEqual([someTask])
})

test('an answer without a required field, or with a time that is none, is not written', () => {
  const write = serializerOf(tasks.list)
  const untitled = decoded().map(({ title: _, ...task }) => task)
  expect(() => write(untitled)).toThrow(/"title" is required/)
  const timeless = decoded().map((task) => ({ ...task, createdAt: new Date(Number.NaN) }))
  expect(() => write(timeless)).toThrow(/Invalid time value/)
})

test('a checked answer that holds more than the contract names, or something else, is refused', () => {
  const write = serializerOf(tasks.list, { isChecked: true })
  expect(JSON.parse(write(decoded()))).toEqual([someTask])
  expect(() => write(decoded().map((task) => ({ ...task, secret: 'x' })))).toThrow(/unrecognized_keys/)
  expect(() => write(decoded().map((task) => ({ ...task, title: 7 })))).toThrow(/invalid_type/)
})
