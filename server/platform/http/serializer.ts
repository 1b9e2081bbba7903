import stringifierOf, { type Schema } from 'fast-json-stringify'
import { z } from 'zod'
import { type Endpoint, encode } from '#contract/kit/endpoint.ts'

/** Writes an answer as JSON. Throws where a field that the contract requires is missing, or a time is none. */
export type Serializer = (result: unknown) => string

/**
 * Writes the answers of an endpoint from the JSON schema of its contract: what that does not name does not leave.
 * It is made when it is first used, for most endpoints are asked rarely. `isChecked` has the contract judge each
 * answer as well, and throws where it holds more, less or something else.
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
