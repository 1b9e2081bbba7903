import type { GbgRegion } from '#contract/identity/reports.ts'

/** The keys by which a provider of identity checks knows the firm. */
export interface IdentityConnection {
  region: GbgRegion
  clientId: string
  clientSecret: string
  journey: string
}

/** Who is to be checked, as far as the client has told the firm. */
export interface CheckedPerson {
  firstName: string
  lastName: string
  /** YYYY-MM-DD */
  dateOfBirth: string | null
}

/** Why there is no answer: the keys are refused, or nothing that can be used came back in time. */
export type IdentityFailure = 'refused' | 'unknown_journey' | 'too_many' | 'unreachable' | 'unreadable'
export interface NoAnswer {
  failure: IdentityFailure
}

/** How a check stands; what the provider says of it stays in the provider's own words. */
export type CheckState =
  | { status: 'open' }
  | { status: 'ended' }
  | { status: 'reported'; result: string; steps: { name: string; result: string }[] }

/** Begins checks and asks about them. Each call answers within ten seconds; that it failed is data. */
export interface IdentityChecker {
  name: string
  /** What whoever runs the portal has set; then no page changes it. */
  fixed: IdentityConnection | null
  begin: (
    connection: IdentityConnection,
    person: CheckedPerson,
  ) => Promise<{ reference: string; url: string } | NoAnswer>
  find: (connection: IdentityConnection, reference: string) => Promise<CheckState | NoAnswer>
  /** Whether the keys are accepted; nothing is begun. */
  test: (connection: IdentityConnection) => Promise<{ isGood: true } | NoAnswer>
}
