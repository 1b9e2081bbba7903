import { z } from 'zod'
import { instant } from '#contract/kit.ts'
import { instantText } from '../time/instants.ts'

/** Says that a value is for the schema itself to judge. */
export const unsure = Symbol('unsure')

/** Answers what the schema would encode this value as, or `unsure`. It never changes the value. */
export type Write = (value: unknown) => unknown

/**
 * A quick encoder for answers that hold just what the contract names, as JSON or as instants; null where the
 * schema holds what it does not know. Whatever it meets that is not certainly right, it is unsure of.
 */
export function quickWriterOf(schema: z.core.$ZodType): Write | null {
  if (schema === instant) return writeInstant
  if (schema instanceof z.ZodObject) return objectOf(schema)
  if (schema instanceof z.ZodArray) return arrayOf(schema)
  if (schema instanceof z.ZodNullable) return alsoOf(null, schema.def.innerType)
  if (schema.constructor === z.ZodOptional) return alsoOf(undefined, (schema as z.ZodOptional).def.innerType)
  // What is caught is caught by who reads; nothing else is written than what stands inside.
  if (schema instanceof z.ZodCatch) return quickWriterOf(schema.def.innerType)
  if (unions.has(schema.constructor)) return unionOf(schema as z.ZodUnion)
  return leafOf(schema)
}

const unions = new Set<unknown>([z.ZodUnion, z.ZodDiscriminatedUnion])

const leafOf = (schema: z.core.$ZodType): Write | null => {
  if (schema instanceof z.ZodEnum) return oneOf(schema.options)
  if (schema instanceof z.ZodLiteral) return oneOf([...schema.values])
  if (schema instanceof z.ZodBoolean) return oneOf([true, false])
  if (schema.constructor === z.ZodNumber) return numberOf(schema as z.ZodNumber)
  if (!isUnchecked(schema)) return null
  if (schema instanceof z.ZodUUID) return matching(schema.def.pattern)
  return schema.constructor === z.ZodString ? where((value) => typeof value === 'string') : null
}

/** Of all objects only those that hold just what the contract names, and nothing of their own making. */
const objectOf = (schema: z.ZodObject): Write | null => {
  const fields: { name: string; write: Write }[] = []
  for (const [name, field] of Object.entries(schema.shape)) {
    const write = quickWriterOf(field)
    if (write === null || name in Object.prototype) return null
    fields.push({ name, write })
  }
  if (!isUnchecked(schema)) return null
  return (value) => {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return unsure
    const facts = value as Record<string, unknown>
    let written = facts
    let unnamed = 0
    for (const _ in facts) unnamed += 1
    for (const { name, write } of fields) {
      const fact = facts[name]
      const text = write(fact)
      if (text === unsure) return unsure
      if (fact !== undefined) unnamed -= 1
      if (text === fact) continue
      if (written === facts) written = { ...facts }
      written[name] = text
    }
    return unnamed === 0 ? written : unsure
  }
}

const arrayOf = (schema: z.ZodArray): Write | null => {
  const write = isUnchecked(schema) ? quickWriterOf(schema.element) : null
  if (write === null) return null
  return (value) => {
    if (!Array.isArray(value)) return unsure
    const written: unknown[] = []
    for (const item of value) {
      const text = write(item)
      if (text === unsure) return unsure
      written.push(text)
    }
    return written
  }
}

const alsoOf = (nothing: null | undefined, schema: z.core.$ZodType): Write | null => {
  const write = quickWriterOf(schema)
  return write && ((value) => (value === nothing ? value : write(value)))
}

const unionOf = (schema: z.ZodUnion): Write | null => {
  const options = schema.options.map(quickWriterOf).filter((write) => write !== null)
  if (options.length < schema.options.length || !isUnchecked(schema)) return null
  return (value) => {
    for (const write of options) {
      const text = write(value)
      if (text !== unsure) return text
    }
    return unsure
  }
}

const oneOf = (values: readonly unknown[]): Write => {
  const known = new Set(values)
  return where((value) => known.has(value))
}

const numberOf = (schema: z.ZodNumber): Write | null => {
  if (isUnchecked(schema)) return where(Number.isFinite)
  const [check, ...more] = schema.def.checks ?? []
  const isInteger = check?._zod.def.check === 'number_format' && schema.format === 'safeint'
  return isInteger && more.length === 0 ? where(Number.isSafeInteger) : null
}

const matching = (pattern: RegExp | undefined): Write | null =>
  pattern === undefined ? null : where((value) => typeof value === 'string' && pattern.test(value))

const where =
  (isRight: (value: unknown) => boolean): Write =>
  (value) =>
    isRight(value) ? value : unsure

const isUnchecked = (schema: z.core.$ZodType) => (schema._zod.def.checks ?? []).length === 0

// Outside these years the text of a time is none that the contract knows.
const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]
const writeInstant: Write = (value) =>
  value instanceof Date && value.getTime() >= first && value.getTime() <= last ? instantText(value) : unsure
