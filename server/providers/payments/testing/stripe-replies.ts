import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

export type Fields = Record<string, unknown>

/** What every PaymentIntent of the stand-in has. */
export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount_received' | 'latest_charge' | 'metadata' | 'status'
>

/** A response: a status, and a body in Stripe's own shape. */
export interface Reply {
  status: number
  body: object
}

export const refusal = (status: number, error: { type: string; code?: string; message: string }): Reply => ({
  status,
  body: { error },
})

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

export const found = (thing: object | undefined): Reply =>
  thing
    ? { status: 200, body: thing }
    : refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' })

export const listOf = (data: object[]): Reply => ({
  status: 200,
  body: { object: 'list', data, has_more: false, url: '/v1' },
})

/** Refuses a parameter that Stripe does not publish. Returns null if there is none. */
export function refuseUnknown(fields: Fields, known: ReadonlySet<string>): Reply | null {
  const unknown = Object.keys(fields).find((name) => !known.has(name))
  if (unknown === undefined) return null
  return refusal(400, {
    type: 'invalid_request_error',
    code: 'parameter_unknown',
    message: `Received unknown parameter: ${unknown}`,
  })
}
