import type { Expectation } from '#inspector/documents/expectation.ts'
import type { Holder } from '#inspector/testing/specimens/holders.ts'
import type { SpecimenKind, Truth } from '#inspector/testing/specimens/specimen.ts'

/** One generated file with what a reader should make of it. */
export interface SpecimenCase {
  kind: SpecimenKind | 'no document'
  /** What happened to it, for the tables: "turned", "wrong check digit". */
  change: string
  make: () => Promise<Uint8Array>
  expectation: Expectation
  truth: Truth
  /** It is what was asked for, of the right person and in force, however badly it was photographed. */
  isGood: boolean
  /** A visa is read, but proves nobody's identity by itself. */
  isProof: boolean
}

export const today = '2026-11-20'

export const wantedFor = (kind: SpecimenKind): Expectation['expectedTypes'] => {
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
