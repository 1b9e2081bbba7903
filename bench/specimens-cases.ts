import type { Expectation } from '#inspector/documents/expectation.ts'
import type { Holder } from '#inspector/testing/specimens/holders.ts'
import type { SpecimenKind, Truth } from '#inspector/testing/specimens/specimen.ts'

/** One generated file with the expected reading. */
export interface SpecimenCase {
  kind: SpecimenKind | 'no document'
  /** The change made to it, for the tables: "turned", "wrong check digit". */
  change: string
  make: () => Promise<Uint8Array>
  expectation: Expectation
  truth: Truth
  /** Whether it is the requested document, of the right person and valid, however badly it was photographed. */
  isGood: boolean
  /** False for a visa, which is read but does not prove an identity. */
  isProof: boolean
}

export const today = '2026-11-20'

const wantedFor = (kind: SpecimenKind): Expectation['expectedTypes'] => {
  if (kind === 'payslip') return ['funds_proof', 'bank_statement']
  const isPaper = kind.endsWith('bill') || kind.endsWith('statement')
  return isPaper
    ? ['address_proof', 'utility_bill', 'bank_statement']
    : ['passport', 'drivers_license', 'identity']
}

export const expectationOf = (kind: SpecimenKind, holder: Holder): Expectation => ({
  expectedTypes: wantedFor(kind),
  today,
  client: {
    firstName: holder.givenNames,
    lastName: holder.surname,
    dateOfBirth: holder.birthDate,
    address: holder.address.slice(0, -1).join(', '),
    postcode: holder.address.at(-1) ?? null,
  },
})
