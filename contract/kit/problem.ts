/** Every way a request can fail, with its HTTP status. This is the only place that maps one to the other. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  declined: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  unprocessable: 422,
  too_many: 429,
  /** GoCardless expects this non-standard status when the signature of its webhook is invalid. */
  unsigned: 498,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type ProblemCode = keyof typeof statusOf

export interface ProblemDetail {
  /** A sentence for each invalid input, by field name, so that a form can point at it. */
  fields?: Record<string, string>
  /** A more specific cause than the code, such as `file_damaged`, if code or a person needs one. */
  reason?: string
  /** Seconds to wait before trying again, sent as the Retry-After header. */
  retryAfter?: number
}

/** The error of every refused request. `message` is a sentence for the user. Technical details go to the log. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: Record<string, string>
  readonly reason: string | undefined
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, message: string, detail: ProblemDetail = {}) {
    super(message)
    this.code = code
    this.fields = detail.fields ?? {}
    this.reason = detail.reason
    this.retryAfter = detail.retryAfter
  }

  toJSON() {
    const { code, message, fields, reason } = this
    return reason === undefined ? { code, message, fields } : { code, message, fields, reason }
  }
}

const checkFields = 'Please check the highlighted fields.'
/** For an input that a page of this version would not send. */
export const otherVersion =
  'Please check the highlighted fields. If there are none, reload this page: the portal may have been updated.'

/** Returns the refusal of an input, with a sentence for each field that is wrong. */
export const invalidFields = (fields: Record<string, string>, reason?: string, message = checkFields) =>
  new Problem('invalid', message, {
    fields,
    ...(reason !== undefined && { reason }),
  })

/** Returns the refusal of a command for which whoever is signed in has to show their password once more. */
export const reauthenticate = (message: string, fields: Record<string, string>) =>
  new Problem('forbidden', message, { fields, reason: 'reauth_required' })

/** Throws `not_found`. The response is the same for another person's object as for one that never existed. */
export const notFound = (noun: string): never => {
  throw new Problem('not_found', `We couldn't find that ${noun}.`)
}
