/** Every way a request can fail, and the one place where a failure gets its HTTP status. */
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
  /** GoCardless's own status: it is told by it that its signature is not believed. */
  unsigned: 498,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type ProblemCode = keyof typeof statusOf

export interface ProblemDetail {
  /** Which inputs were wrong, by name, with a sentence each, so that a form can point at them. */
  fields?: Record<string, string>
  /** The finer word behind the code, such as `file_damaged`, where code or a person needs one. */
  reason?: string
  /** Seconds to wait before trying again; becomes the Retry-After header. */
  retryAfter?: number
}

/** `message` is a sentence for the person at the screen; details for us go to the log. */
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

/** Another person's thing and a thing that never was are answered alike. */
export const notFound = (noun: string): never => {
  throw new Problem('not_found', `We couldn't find that ${noun}.`)
}
