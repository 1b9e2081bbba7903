import type { OfficerRole, OrganisationKind } from '#contract/organisations/organisations.ts'
import type { Share } from '#contract/organisations/ownership.ts'

/** A company's current entry in a register, without officers who have resigned and control that has ceased. */
export interface RegisteredCompany {
  name: string
  number: string
  kind: OrganisationKind
  /** The register's own word: `active`, `dissolved`. */
  status: string
  address: string
  officers: { name: string; role: OfficerRole; kind: 'person' | 'organisation' }[]
  owners: {
    name: string
    kind: 'person' | 'organisation'
    /** Number of an organisation in its own register. */
    number: string
    share: Share | null
    /** Other ways in which they control the company. */
    control: string
  }[]
}

/** Why there is no result: data, not an exception. */
export type RegisterFailure = 'unknown_company' | 'key_refused' | 'too_many' | 'unreachable' | 'unreadable'

export type RegisterAnswer =
  | { company: RegisteredCompany }
  /** `retryAfter` in seconds, if the register gives it. */
  | { failure: RegisterFailure; retryAfter: number | null }

/** The port to a public register of companies. Each call returns within 15 seconds. */
export interface CompanyRegister {
  name: string
  /** The key that the operator has set, which no page can change. */
  fixedKey: string | null
  /** Finds a company by its number of eight characters. */
  find: (key: string, number: string) => Promise<RegisterAnswer>
}
