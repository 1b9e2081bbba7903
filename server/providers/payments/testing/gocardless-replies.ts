import { randomBytes } from 'node:crypto'

/** A response: a status, and a body in GoCardless's own shape. */
export interface Reply {
  status: number
  body: object
}

export const refusal = (
  status: number,
  type: string,
  reason: string,
  links: Record<string, string> = {},
): Reply => ({
  status,
  body: { error: { message: reason, type, code: status, errors: [{ reason, message: reason, links }] } },
})

export const newId = (prefix: string) => `${prefix}${randomBytes(7).toString('hex').toUpperCase()}`

export const found = (name: string, thing: object | undefined): Reply =>
  thing ? { status: 200, body: { [name]: thing } } : refusal(404, 'invalid_api_usage', 'resource_not_found')

/** Refuses a parameter that GoCardless does not publish or the portal must not use. Returns null if there is none. */
export function refuseUnknown(fields: object, known: readonly string[]): Reply | null {
  const isKnown = Object.keys(fields).every((name) => known.includes(name))
  return isKnown ? null : refusal(422, 'validation_failed', 'unpermitted_parameter')
}
