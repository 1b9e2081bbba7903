import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'

type Json = z.core.JSONSchema.JSONSchema

const boundedElsewhere = [
  // One of a few words, though its schema does not say so.
  'signatures.send.isDeed',
  // A data URL of a whole file, which the endpoint's own limit of the body bounds.
  'documentSandbox.run.imageData',
]

/** Whether every text that a pattern takes is of bounded length. */
const isBounded = (pattern: string) => /^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern)

/** Returns the texts of a schema that may be of any length, by the names that lead to them. */
function unbounded(schema: Json, path: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema
  const parts: [string, unknown][] = [
    ...Object.entries(properties).map(([name, part]): [string, unknown] => [`${path}.${name}`, part]),
    ...[items, additionalProperties].map((part): [string, unknown] => [`${path}[]`, part]),
    ...[...anyOf, ...oneOf, ...allOf].map((part): [string, unknown] => [path, part]),
  ]
  const inside = parts.flatMap(([name, part]) =>
    typeof part === 'object' && part !== null ? unbounded(part as Json, name) : [],
  )
  const isFree =
    schema.type === 'string' &&
    schema.maxLength === undefined &&
    schema.enum === undefined &&
    schema.const === undefined &&
    // Their own rules bound them.
    !['uuid', 'date', 'date-time'].includes(schema.format ?? '') &&
    !isBounded(schema.pattern ?? '')
  return isFree ? [path, ...inside] : inside
}

const unboundedOf = (input: z.ZodType, path: string) =>
  unbounded(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json, path)

test('every text that an endpoint takes has a longest length', () => {
  const free = Object.entries(api).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, { input }]) => unboundedOf(input, `${feature}.${name}`)),
  )
  expect(free).toEqual(boundedElsewhere)
})

test('a text without a longest length is found wherever it is', () => {
  const planted = z.strictObject({
    a: z.string(),
    b: z.array(z.strictObject({ c: z.string().regex(/^\w+$/) })),
    d: z.record(z.string().max(5), z.string()),
    e: z.union([z.string().max(3), z.strictObject({ f: z.string().optional() })]),
    g: z.string().max(9).nullable(),
    h: z.string().regex(/^\d{8}$/),
  })
  expect(unboundedOf(planted, 'x')).toEqual(['x.a', 'x.b[].c', 'x.d[]', 'x.e.f'])
})
