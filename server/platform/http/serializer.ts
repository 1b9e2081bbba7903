import stringifierOf, { type Schema } from 'fast-json-stringify'
import { z } from 'zod'
import { type Endpoint, encode } from '#contract/kit/endpoint.ts'

/** Writes a response as JSON. Throws if a field that the contract requires is missing or a time is invalid. */
export type Serializer = (result: unknown) => string

/**
 * Returns the serializer of an endpoint, made from the JSON schema of its contract. A field that the schema does not
 * name is left out. Compiled at first use, because most endpoints are called rarely. `isChecked` also validates each
 * response against the contract, and throws if it has more, fewer or other fields.
 */
export function serializerOf({ output }: Pick<Endpoint, 'output'>, { isChecked = false } = {}): Serializer {
  return (result) => {
    if (isChecked) encode(output, result)
    return stringifierFor(output)(result)
  }
}

/** A process may open several portals, of one contract. What writes an output is made once for all of them. */
const stringifiers = new WeakMap<z.ZodType, Serializer>()

const stringifierFor = (output: z.ZodType) => {
  const known = stringifiers.get(output)
  if (known) return known
  const made: Serializer = stringifierOf(jsonSchemaOf(output))
  stringifiers.set(output, made)
  return made
}

/**
 * Says of what may be null that it is nullable, where zod writes two alternatives. Between alternatives the serializer
 * decides by a validator of Ajv, which takes longer to make than all the rest and is asked again for each value. Where
 * a contract has other alternatives, Ajv is needed in any case, and doesn't take null for one of an enumeration.
 */
const jsonSchemaOf = (output: z.ZodType) => {
  let hasOthers = false
  const schema = z.toJSONSchema(output, {
    ...asWritten,
    override: ({ jsonSchema }) => {
      const [value, nothing, ...others] = jsonSchema.anyOf ?? []
      const isNullable = others.length === 0 && nothing?.type === 'null' && value?.type !== undefined
      hasOthers ||= jsonSchema.oneOf !== undefined || (jsonSchema.anyOf !== undefined && !isNullable)
      if (!isNullable) return
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, value, { nullable: true })
    },
  })
  return (hasOthers ? z.toJSONSchema(output, asWritten) : schema) as Schema
}

const asWritten = { io: 'input', unrepresentable: 'any', target: 'draft-7' } as const
