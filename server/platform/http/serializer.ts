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
  let stringify: Serializer | undefined
  return (result) => {
    if (isChecked) encode(output, result)
    stringify ??= stringifierOf(jsonSchemaOf(output))
    return stringify(result)
  }
}

const jsonSchemaOf = (output: z.ZodType) =>
  z.toJSONSchema(output, { io: 'input', unrepresentable: 'any', target: 'draft-7' }) as Schema
