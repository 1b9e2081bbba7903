import type { GbgRegion } from '#contract/identity/reports.ts'

/** The firm's keys at a provider of identity checks. */
export interface IdentityConnection {
  region: GbgRegion
  clientId: string
  clientSecret: string
  journey: string
}

/** The person to check, as far as the client has told the firm. */
export interface CheckedPerson {
  firstName: string
  lastName: string
  /** YYYY-MM-DD */
  dateOfBirth: string | null
}

/** Why there is no result: the keys are refused, or no usable response arrived in time. */
export type IdentityFailure = 'refused' | 'unknown_journey' | 'too_many' | 'unreachable' | 'unreadable'
export interface NoAnswer {
  failure: IdentityFailure
}

/** The state of a check. A report keeps the provider's own words. */
export type CheckState =
  | { status: 'open' }
  | { status: 'ended' }
  | { status: 'reported'; result: string; steps: { name: string; result: string }[] }

/** Begins checks and reads their state. Each call returns within ten seconds. A failure is data. */
export interface IdentityChecker {
  name: string
  /** The connection that the operator has set, which no page can change. */
  fixed: IdentityConnection | null
  begin: (
    connection: IdentityConnection,
    person: CheckedPerson,
  ) => Promise<{ reference: string; url: string } | NoAnswer>
  find: (connection: IdentityConnection, reference: string) => Promise<CheckState | NoAnswer>
  /** Tests whether the keys are accepted. Begins no check. */
  test: (connection: IdentityConnection) => Promise<{ isGood: true } | NoAnswer>
}
