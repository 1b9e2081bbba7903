import { z } from 'zod'
import type { Action, KeyScope } from './rights.ts'
import { hasHidden, hasHiddenInProse } from './text.ts'

// What a rule without a sentence of its own says of a value: the library's words are not for a client.
z.config({
  customError: ({ code, input }) => {
    if (code === 'custom' || code === 'unrecognized_keys') return undefined
    return input === undefined ? 'Please fill this in' : 'Please check this'
  },
})

/** Who may ask. There is no default: an endpoint that does not say so does not compile. */
export type Audience = 'anyone' | 'member' | 'client' | 'firm'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * `file` streams bytes, `events` what changes for as long as the page is open, `stream` one answer bit by bit,
 * each event of which is an output; none of them is parsed by `ask`.
 */
export type Gives = 'json' | 'file' | 'events' | 'stream'
/** `form` is multipart/form-data with one part named `file`; its other fields are the input. */
export type Takes = 'json' | 'form'

/**
 * One thing the portal can be asked: the whole agreement between page and server.
 * Values named in the path travel in it; the rest travel as query (GET) or body.
 */
export interface Endpoint<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  G extends Gives = Gives,
  T extends Takes = Takes,
  A extends Audience = Audience,
> {
  method: Method
  path: `/api/${string}`
  input: I
  output: O
  audience: A
  /** What a person of the firm must have the right to; null where everybody of the audience may ask. */
  action: Action | null
  /** A person of the firm may ask it before they have turned two-factor authentication on. */
  withoutSecondFactor: boolean
  /** A guest, who is on a case without an account, may ask it too. */
  forGuests: boolean
  /** A key of the firm's own systems may ask it as well, if the action is among its scopes. */
  byKey: boolean
  /** What a success answers: 200 a state, 201 a new thing, 204 nothing. */
  status: 200 | 201 | 204
  takes: T
  gives: G
  /** Newest first, at most `pageSize` items, older ones by `?before={id}` and a Link header. */
  paged: boolean
  summary: string
}

export const pageSize = 200

/**
 * An endpoint for the firm names the action it is: without one it does not compile. No key may ask it unless it says
 * `byKey`, and only what a key can be given.
 */
type Words = { summary: string } & (
  | { audience: 'firm'; action: KeyScope; byKey: true; withoutSecondFactor?: never; forGuests?: never }
  | { audience: 'firm'; action: Action; byKey?: never; withoutSecondFactor?: never; forGuests?: never }
  | { audience: 'member'; action?: Action; byKey?: never; withoutSecondFactor?: true; forGuests?: true }
  | { audience: 'client'; action?: never; byKey?: never; withoutSecondFactor?: never; forGuests?: true }
  | { audience: 'anyone'; action?: never; byKey?: never; withoutSecondFactor?: never; forGuests?: never }
)
type Empty = z.ZodObject<Record<never, never>, z.core.$strict>
const empty: Empty = z.strictObject({})
const nothing = z.undefined()

/** What an endpoint takes where it says nothing of its own. */
const inputOr = <I extends z.ZodObject>(input: I | undefined, otherwise: z.ZodObject) =>
  (input ?? otherwise) as I

interface Kind<G extends Gives, T extends Takes> {
  method: Method
  gives: G
  takes: T
  status: Endpoint['status']
  paged?: boolean
}

interface Parts<I, O, A> {
  path: Endpoint['path']
  input: I
  output: O
  audience: A
  action: Action | undefined
  withoutSecondFactor: true | undefined
  byKey: true | undefined
  forGuests: true | undefined
  summary: string
}

const build = <
  I extends z.ZodObject,
  O extends z.ZodType,
  G extends Gives,
  T extends Takes,
  A extends Audience,
>(
  kind: Kind<G, T>,
  { action, withoutSecondFactor, byKey, forGuests, ...parts }: Parts<I, O, A>,
): Endpoint<I, O, G, T, A> => ({
  paged: false,
  ...kind,
  ...parts,
  action: action ?? null,
  withoutSecondFactor: withoutSecondFactor ?? false,
  byKey: byKey ?? false,
  forGuests: forGuests ?? false,
})

const wordsOf = <W extends Words>({
  audience,
  action,
  withoutSecondFactor,
  byKey,
  forGuests,
  summary,
}: Pick<W, keyof Words>) => ({ audience, action, withoutSecondFactor, byKey, forGuests, summary })

const endpoint =
  <G extends Gives, T extends Takes>(kind: Kind<G, T>) =>
  <O extends z.ZodType, W extends Words, I extends z.ZodObject = Empty>(
    path: Endpoint['path'],
    { input, output, ...words }: W & { input?: I; output: O },
  ) =>
    build(kind, { path, input: inputOr<I>(input, empty), output, ...wordsOf<W>(words) })

export const read = endpoint({ method: 'GET', gives: 'json', takes: 'json', status: 200 })
/** A POST that ends in a state. */
export const command = endpoint({ method: 'POST', gives: 'json', takes: 'json', status: 200 })
/** A POST that makes a thing. */
export const create = endpoint({ method: 'POST', gives: 'json', takes: 'json', status: 201 })
export const replace = endpoint({ method: 'PUT', gives: 'json', takes: 'json', status: 200 })
export const upload = endpoint({ method: 'POST', gives: 'json', takes: 'form', status: 201 })

/** A POST whose answer comes as server-sent events. */
export const stream = endpoint({ method: 'POST', gives: 'stream', takes: 'json', status: 200 })

export const remove = <I extends z.ZodObject, W extends Words>(
  path: Endpoint['path'],
  { input, ...words }: W & { input: I },
) =>
  build(
    { method: 'DELETE', gives: 'json', takes: 'json', status: 204 },
    { path, input, output: nothing, ...wordsOf<W>(words) },
  )

/** Bytes: preview, page picture, original, receipt. */
export const file = <I extends z.ZodObject, W extends Words>(
  path: Endpoint['path'],
  { input, ...words }: W & { input: I },
) =>
  build(
    { method: 'GET', gives: 'file', takes: 'json', status: 200 },
    { path, input, output: nothing, ...wordsOf<W>(words) },
  )

export const events = <W extends Words>(path: Endpoint['path'], words: W) =>
  build(
    { method: 'GET', gives: 'events', takes: 'json', status: 200 },
    { path, input: empty, output: nothing, ...wordsOf<W>(words) },
  )

/** `Date` in our code, ISO 8601 UTC on the wire. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** A calendar day such as `2031-05-09`: it has no time zone, so it stays text. */
export const day = z.iso.date()

export const id = <Name extends string>(_name: Name) => z.uuid().brand<Name>()

/** What is too long is refused for that alone: to look through megabytes for more would keep everybody waiting. */
export const atMost = (error: string) => ({ error, abort: true })

/** One line of text, trimmed. */
export const line = (max: number, required?: string) =>
  z
    .string(required)
    .trim()
    .max(max, atMost(`Please use at most ${max} characters`))
    .refine((text) => !hasHidden(text), 'Please remove the invisible characters')
    .refine((text) => required === undefined || text.length > 0, required)

/** Several lines of text, trimmed. */
export const prose = (max: number, required?: string) =>
  z
    .string(required)
    .trim()
    .max(max, atMost(`Please use at most ${max} characters`))
    .refine((text) => !hasHiddenInProse(text), 'Please remove the invisible characters')
    .refine((text) => required === undefined || text.length > 0, required)

export type Input<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

/** What a list may be asked: older items than the one named. */
export const page = z.strictObject({ before: z.uuid().optional() })

export const list = <O extends z.ZodType, W extends Words, I extends z.ZodObject = typeof page>(
  path: Endpoint['path'],
  { item, input, ...words }: W & { item: O; input?: I },
) =>
  build(
    { method: 'GET', gives: 'json', takes: 'json', status: 200, paged: true },
    { path, input: inputOr<I>(input, page), output: z.array(item), ...wordsOf<W>(words) },
  )

/** What stands on the wire for a value whose type only its schema knows. */
export const safeEncode = (schema: z.ZodType, value: unknown) => z.safeEncode(schema, value as never)
export const safeDecode = <S extends z.ZodType>(schema: S, wire: unknown) =>
  z.safeDecode(schema, wire as never)

/** The same. Throws a ZodError where the value does not fit. */
export const encode = (schema: z.ZodType, value: unknown) => z.encode(schema, value as never)
