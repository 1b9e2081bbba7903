import { validate as isUuid } from 'uuid'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { nobodys, type Person, people, readMatrix } from './testing/authorization.ts'
import { openOwner } from './testing/authorization-owner.ts'
import { openPortal } from './testing/portal.ts'

type Values = Record<string, unknown>
type Jar = ReadonlyMap<string, string>

const portal = await openPortal()
const administrator = await portal.staff('administrator')
const { things } = await openOwner({ portal, administrator })
const matrix = await readMatrix()
const strangers: Partial<Record<Person, { jar: Jar }>> = {
  visitor: portal.visitor(),
  otherClient: await portal.client(),
  feeEarner: await portal.staff('fee_earner'),
}

const nobodysToken = 'n'.repeat(things.token.length)
/** Returns the value in the path for a thing that there is not. Undefined if it leads to no one thing. */
const missingFor = (value: unknown) => {
  if (value === things.token) return nobodysToken
  return isUuid(value) && value !== nobodys ? nobodys : undefined
}

/** Every request for a thing of the owner's, and the strangers to whom it does not exist. */
const requests = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries<Endpoint>(contract).flatMap(([name, endpoint]) => {
    const row = matrix[`${feature}.${name}`]
    const input = row?.ask?.(things) ?? {}
    const inPath = Object.entries(input).filter(([key]) => endpoint.path.includes(`:${key}`))
    const missing = Object.fromEntries(
      inPath.flatMap(([key, value]) => (missingFor(value) === undefined ? [] : [[key, missingFor(value)]])),
    )
    const jars = people.flatMap((person) => (row?.answers[person] === 404 && strangers[person]?.jar) || [])
    if (jars.length === 0 || Object.keys(missing).length === 0) return []
    const kept = inPath.map(([key]) => key)
    return [{ name: `${feature}.${name}`, endpoint, inputs: inputsLike(input, kept), missing, jars }]
  }),
)

test.each(requests)(
  '$name answers strangers the same for a thing of another and for none, whatever is sent with it',
  async ({ endpoint, inputs, missing, jars }) => {
    for (const jar of jars)
      for (const input of inputs)
        expect(await answerTo(endpoint, input, jar), JSON.stringify(input)).toEqual(
          await answerTo(endpoint, { ...input, ...missing }, jar),
        )
  },
)

/** The input as it is, with an unknown field, and with each field outside the path left out or of another type. */
function inputsLike(input: Values, kept: string[]): Values[] {
  const others = Object.keys(input).filter((key) => !kept.includes(key))
  const without = (key: string) => Object.fromEntries(Object.entries(input).filter(([name]) => name !== key))
  return [
    input,
    { ...input, unheardOf: 1 },
    ...others.map(without),
    ...others.flatMap((key) => ['', 0, null, [], {}].map((value) => ({ ...input, [key]: value }))),
  ]
}

async function answerTo(endpoint: Endpoint, input: Values, jar: Jar) {
  const { path, rest } = addressOf(endpoint, input)
  const base = { method: endpoint.method, url: path, headers: cookieOf(jar) }
  const { statusCode, body } = await portal.app.inject({ ...base, ...withValues(endpoint, rest) })
  return { statusCode, body }
}

function withValues({ method, takes }: Endpoint, values: Values) {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const)
  if (method === 'GET' || method === 'DELETE') return { query: Object.fromEntries(texts) }
  if (takes === 'json') return { payload: values }
  const form = new FormData()
  for (const [name, text] of texts) form.append(name, text)
  form.append('file', new Blob(['<html></html>']), 'page.pdf')
  return { payload: form }
}
