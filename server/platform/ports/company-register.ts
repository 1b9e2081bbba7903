import type { OfficerRole, OrganisationKind } from '#contract/organisations/organisations.ts'
import type { Share } from '#contract/organisations/ownership.ts'

/** What a register says of a company now: nobody who has resigned, and no control that has ceased. */
export interface RegisteredCompany {
  name: string
  number: string
  kind: OrganisationKind
  /** In the register's own word: `active`, `dissolved`. */
  status: string
  address: string
  officers: { name: string; role: OfficerRole; kind: 'person' | 'organisation' }[]
  owners: {
    name: string
    kind: 'person' | 'organisation'
    /** Of an organisation, at its own register. */
    number: string
    share: Share | null
    /** How they control it besides. */
    control: string
  }[]
}

/** Why nothing was found out: data, not an exception. */
export type RegisterFailure = 'unknown_company' | 'key_refused' | 'too_many' | 'unreachable' | 'unreadable'

export type RegisterAnswer =
  | { company: RegisteredCompany }
  /** `retryAfter` in seconds, where the register says it. */
  | { failure: RegisterFailure; retryAfter: number | null }

/** The door to a public register of companies. Each question is answered within a quarter of a minute. */
export interface CompanyRegister {
  name: string
  /** What whoever runs the portal has set; then no page changes it. */
  fixedKey: string | null
  /** A company by its number of eight characters. */
  find: (key: string, number: string) => Promise<RegisterAnswer>
}
