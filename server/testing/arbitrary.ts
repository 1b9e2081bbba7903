import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'

/** The part of JSON Schema that contracts use. */
interface Schema {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  pattern?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  minimum?: number
  maximum?: number
}

/** Values that people and attackers send instead of the expected ones. */
const hostile = fc.constantFrom<unknown>(
  null,
  [],
  {},
  { $gt: '' },
  -1,
  0,
  2 ** 53,
  1e308,
  '12',
  '',
  ' ',
  '\u0000',
  "'; drop table users; --",
  '%_%',
  '=cmd|calc!A1',
  '../../etc/passwd',
  '\u202egnp.exe',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  true,
  'x'.repeat(3000),
  '\ud800',
  '2026-02-30',
  // PostgreSQL has no year 0, and a day more than the other is of a year of five digits.
  '0000-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T10:00:00.000Z',
  '00000000-0000-7000-8000-000000000000',
)

/** Generates inputs of an endpoint: some valid by the contract, most with a fault somewhere. */
export const inputsOf = ({ input }: Pick<Endpoint, 'input'>) => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  return fc.oneof(
    { weight: 2, arbitrary: valueOf(schema) },
    { weight: 4, arbitrary: spoilt(schema) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(valueOf(schema), hostile)
        .map(([value, extra]) => ({ ...(value as object), role: extra })),
    },
  )
}

/** Generates JSON responses of an endpoint: some valid by the contract, some with a fault in one place. */
export const answersOf = ({ output }: Pick<Endpoint, 'output'>) => {
  const schema = z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' })
  const values = valueOf(withTimes(schema))
  const wrong = fc
    .tuple(values, fc.nat({ max: 40 }), fc.constantFrom('id', 'status', 'extra', 'createdAt'), hostile)
    .map(([value, at, name, fault]) => spoilAt(value, { at, name, fault }))
  return fc.oneof({ weight: 3, arbitrary: values }, { weight: 1, arbitrary: wrong })
}

const times = ['2026-11-21T17:04:09.007Z', '2024-02-29T23:59:59.999Z', '1999-12-31T00:00:00.000Z']
const withTimes = (schema: object): Schema =>
  JSON.parse(JSON.stringify(schema), (_, part) => (part?.format === 'date-time' ? { enum: times } : part))

interface Fault {
  at: number
  name: string
  fault: unknown
}
const spoilAt = (value: unknown, { at, name, fault }: Fault): unknown => {
  if (Array.isArray(value))
    return value.length === 0
      ? [fault]
      : value.with(at % value.length, spoilAt(value[at % value.length], { at, name, fault }))
  if (typeof value !== 'object' || value === null) return fault
  const names = [...Object.keys(value), name]
  return { ...value, [names[at % names.length] ?? name]: fault }
}

const spoilt = (schema: Schema) => {
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return hostile
  return fc
    .tuple(valueOf(schema), fc.constantFrom(...names), hostile)
    .map(([value, name, wrong]) => ({ ...(value as object), [name]: wrong }))
}

const valueOf = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(valueOf))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type })))
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'array') return fc.array(valueOf(schema.items ?? {}), { maxLength: 4 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema)
  if (schema.type === 'string') return textOf(schema)
  return hostile
}

const objectOf = ({ properties = {}, required = [], additionalProperties, propertyNames }: Schema) => {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)])),
    { requiredKeys: required.filter((name) => name in properties) },
  )
  if (typeof additionalProperties !== 'object') return known
  const extra = fc.dictionary(nameOf(propertyNames), valueOf(additionalProperties), { maxKeys: 4 })
  return fc.tuple(known, extra).map(([a, b]) => ({ ...a, ...b }))
}

const nameOf = (names?: Schema) =>
  names?.enum ? fc.constantFrom(...(names.enum as string[])) : fc.string({ maxLength: 12 })

const numberOf = ({ minimum = -10, maximum = 1_000_000 }: Schema) =>
  fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) })

// Dates on which people were born and documents made.
const [firstDay, lastDay] = [new Date('1930-01-01T00:00:00Z'), new Date('2008-12-31T00:00:00Z')]

const textOf = ({ format, pattern }: Schema) => {
  if (format === 'uuid') return fc.uuid({ version: 7 })
  if (format === 'email') return fc.emailAddress()
  if (format === 'date')
    return fc
      .date({ noInvalidDate: true, min: firstDay, max: lastDay })
      .map((date) => date.toISOString().slice(0, 10))
  if (pattern !== undefined && format === undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ maxLength: 40, unit: 'grapheme' })
}
