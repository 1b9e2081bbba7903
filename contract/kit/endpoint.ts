import { z } from 'zod'
import type { Action, KeyScope } from './rights.ts'
import { hasHidden, hasHiddenInProse } from './text.ts'

// The message for a failed rule that has none of its own. Zod's own messages are not written for clients.
z.config({
  customError: ({ code, input }) => {
    if (code === 'custom' || code === 'unrecognized_keys') return undefined
    return input === undefined ? 'Please fill this in' : 'Please check this'
  },
})

/** Who may call an endpoint. There is no default: an endpoint without an audience does not compile. */
export type Audience = 'anyone' | 'member' | 'client' | 'firm'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The kind of response. `file` streams bytes, `events` streams changes for as long as the page is open, and `stream`
 * sends one response as server-sent events, each of which is an output. `ask` parses none of these three.
 */
export type ResponseKind = 'json' | 'file' | 'events' | 'stream'
/**
 * The kind of request body. `form` is multipart/form-data with one part named `file`. Its other fields are the input.
 */
export type BodyKind = 'json' | 'form'

/**
 * One endpoint of the API: everything that page and server agree on. Input values named in `path` travel in the path,
 * the rest as query (GET) or body.
 */
export interface Endpoint<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  G extends ResponseKind = ResponseKind,
  T extends BodyKind = BodyKind,
  A extends Audience = Audience,
> {
  method: Method
  path: `/api/${string}`
  input: I
  output: O
  audience: A
  /** The right that a person of the firm needs. Null if everybody of the audience may call it. */
  action: Action | null
  /** A person of the firm may call it before they have turned two-factor authentication on. */
  withoutSecondFactor: boolean
  /** A guest, who takes part in a case without an account, may call it too. */
  forGuests: boolean
  /** An API key of the firm may call it too, if the action is among the key's scopes. */
  byKey: boolean
  /** The status of a success: 200 for a state, 201 for a new object, 204 for no content. */
  status: 200 | 201 | 204
  takes: T
  gives: G
  /** A list, newest first, of at most `pageSize` items. A Link header leads to older ones by `?before={id}`. */
  paged: boolean
  summary: string
}

export const pageSize = 200

/**
 * An endpoint for the firm has to name its action, or it does not compile. An API key may call it only if it has
 * `byKey`, which compiles only for an action that is a key scope.
 */
type EndpointOptions = { summary: string } & (
  | { audience: 'firm'; action: KeyScope; byKey: true; withoutSecondFactor?: never; forGuests?: never }
  | { audience: 'firm'; action: Action; byKey?: never; withoutSecondFactor?: never; forGuests?: never }
  | { audience: 'member'; action?: Action; byKey?: never; withoutSecondFactor?: true; forGuests?: true }
  | { audience: 'client'; action?: never; byKey?: never; withoutSecondFactor?: never; forGuests?: true }
  | { audience: 'anyone'; action?: never; byKey?: never; withoutSecondFactor?: never; forGuests?: never }
)
type Empty = z.ZodObject<Record<never, never>, z.core.$strict>
const empty: Empty = z.strictObject({})
const nothing = z.undefined()

/** Returns the endpoint's own input, or `otherwise` if it has none. */
const inputOr = <I extends z.ZodObject>(input: I | undefined, otherwise: z.ZodObject) =>
  (input ?? otherwise) as I

interface Kind<G extends ResponseKind, T extends BodyKind> {
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
  G extends ResponseKind,
  T extends BodyKind,
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

const wordsOf = <W extends EndpointOptions>({
  audience,
  action,
  withoutSecondFactor,
  byKey,
  forGuests,
  summary,
}: Pick<W, keyof EndpointOptions>) => ({ audience, action, withoutSecondFactor, byKey, forGuests, summary })

const endpoint =
  <G extends ResponseKind, T extends BodyKind>(kind: Kind<G, T>) =>
  <O extends z.ZodType, W extends EndpointOptions, I extends z.ZodObject = Empty>(
    path: Endpoint['path'],
    { input, output, ...words }: W & { input?: I; output: O },
  ) =>
    build(kind, { path, input: inputOr<I>(input, empty), output, ...wordsOf<W>(words) })

export const read = endpoint({ method: 'GET', gives: 'json', takes: 'json', status: 200 })
/** A POST that returns the state afterwards. */
export const command = endpoint({ method: 'POST', gives: 'json', takes: 'json', status: 200 })
/** A POST that creates an object. */
export const create = endpoint({ method: 'POST', gives: 'json', takes: 'json', status: 201 })
export const replace = endpoint({ method: 'PUT', gives: 'json', takes: 'json', status: 200 })
export const upload = endpoint({ method: 'POST', gives: 'json', takes: 'form', status: 201 })

/** A POST that responds with server-sent events. */
export const stream = endpoint({ method: 'POST', gives: 'stream', takes: 'json', status: 200 })

export const remove = <I extends z.ZodObject, W extends EndpointOptions>(
  path: Endpoint['path'],
  { input, ...words }: W & { input: I },
) =>
  build(
    { method: 'DELETE', gives: 'json', takes: 'json', status: 204 },
    { path, input, output: nothing, ...wordsOf<W>(words) },
  )

/** A GET that streams bytes: a preview, a page picture, an original, a receipt. */
export const file = <I extends z.ZodObject, W extends EndpointOptions>(
  path: Endpoint['path'],
  { input, ...words }: W & { input: I },
) =>
  build(
    { method: 'GET', gives: 'file', takes: 'json', status: 200 },
    { path, input, output: nothing, ...wordsOf<W>(words) },
  )

export const events = <W extends EndpointOptions>(path: Endpoint['path'], words: W) =>
  build(
    { method: 'GET', gives: 'events', takes: 'json', status: 200 },
    { path, input: empty, output: nothing, ...wordsOf<W>(words) },
  )

/** A `Date` in our code, ISO 8601 in UTC on the wire. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** A calendar day such as `2031-05-09`. It stays text because it has no time zone. */
export const day = z.iso.date({
  error: ({ input }) => (input ? 'Please enter a date that exists' : 'Please fill this in'),
})

export const yearWords = 'Please check the year'

/**
 * A day that somebody enters. One long past or far ahead is a typing error, and the database knows no year 0, nor one
 * of five digits, which a few days more would lead to.
 */
export const enteredDay = (words: string) => z.iso.date(words).refine(isPlausibleDay, yearWords)

export const isPlausibleDay = (text: string) => '1900' <= text && text < '2200'

/** The same for a point in time. */
export const enteredInstant = instant.refine(
  (time) => time.getUTCFullYear() >= 1900 && time.getUTCFullYear() < 2200,
  yearWords,
)

/**
 * A number of a thing as it is stored: in lower case, so that two spellings of one number are never taken for two
 * things.
 */
export const uuid = (words?: string) => z.uuid(words).toLowerCase()
export const id = <Name extends string>(_name: Name) => uuid().brand<Name>()

/** Makes a value that is too long fail at once: running the other rules over megabytes would block the server. */
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

const confirming = z.registry()

/**
 * Marks the password in the input of a command for which an open window must not be enough. A request without it, or
 * with an empty one, is answered by 403 `reauth_required`.
 */
export const confirms = (schema: z.ZodString) => schema.register(confirming)
export const isConfirming = (schema: z.core.$ZodType | undefined) =>
  schema !== undefined && confirming.has(schema)

export type Input<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

/**
 * A field of an output that the previous release does not send. A page that a node of that release answers, while nodes
 * are upgraded one after the other, reads `otherwise`. A response of this release has to have the field.
 */
export const newInOutput = <S extends z.ZodType>(field: S, otherwise: z.util.NoUndefined<z.output<S>>) =>
  field.default(otherwise)

/** An item of a list that is fetched in pages. */
type Listed = z.ZodObject<{ id: z.ZodType<string> }>
/** The input of a list: `before` asks for items older than the one with this id. */
type Page<O extends Listed> = z.ZodObject<{ before: z.ZodOptional<O['shape']['id']> }, z.core.$strict>
export const pageOf = <O extends Listed>({ shape }: O): Page<O> =>
  z.strictObject({ before: z.optional<O['shape']['id']>(shape.id) })

export const list = <O extends Listed, W extends EndpointOptions, I extends z.ZodObject = Page<O>>(
  path: Endpoint['path'],
  { item, input, ...words }: W & { item: O; input?: I },
) =>
  build(
    { method: 'GET', gives: 'json', takes: 'json', status: 200, paged: true },
    { path, input: inputOr<I>(input, pageOf(item)), output: z.array(item), ...wordsOf<W>(words) },
  )

/** Encodes a value whose type only its schema knows, as it travels on the wire. */
export const safeEncode = (schema: z.ZodType, value: unknown) => z.safeEncode(schema, value)
export const safeDecode = <S extends z.ZodType>(schema: S, wire: unknown) => z.safeParse(schema, wire)

/**
 * As `safeDecode`, but leaves out the fields that the schema does not know: a newer node may send more than the page
 * was built for.
 */
export const safeDecodeKnown = <S extends z.ZodType>(schema: S, wire: unknown) => {
  const read = safeDecode(schema, wire)
  if (read.success || !read.error.issues.every(isOfUnknownKeys)) return read
  const known = JSON.parse(JSON.stringify(wire))
  for (const { path, keys } of read.error.issues.filter(isOfUnknownKeys)) {
    const holder = path.reduce((value, key) => Reflect.get(Object(value), key), known)
    for (const key of keys) Reflect.deleteProperty(Object(holder), key)
  }
  return safeDecode(schema, known)
}
const isOfUnknownKeys = (issue: z.core.$ZodIssue) => issue.code === 'unrecognized_keys'

/** As `safeEncode`, but throws a ZodError if the value does not fit. */
export const encode = (schema: z.ZodType, value: unknown) => z.encode(schema, value)
