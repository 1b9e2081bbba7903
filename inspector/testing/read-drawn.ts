import { Validation } from '#contract/documents/validation.ts'
import type { Expectation, KnownClient } from '../documents/expectation.ts'
import { inspect } from '../inspect.ts'
import { type Draw, drawPdf } from './paper.ts'

export const knownAdaeze: KnownClient = {
  firstName: 'Adaeze',
  lastName: 'Okafor',
  dateOfBirth: '1985-03-12',
  address: 'Flat 2, 12 Garden Street, London',
  postcode: 'W1U 4PL',
}

export const proofOfAddress: Expectation = {
  expectedTypes: ['address_proof', 'utility_bill', 'bank_statement'],
  today: '2026-11-20',
  client: knownAdaeze,
}

export const proofOfFunds: Expectation = {
  ...proofOfAddress,
  expectedTypes: ['funds_proof', 'bank_statement'],
}

/** Inspects bytes. Returns the verdict after the contract's validation, with the outcomes by rule. */
export const read = async (bytes: Uint8Array, expectation: Expectation) => {
  const validation = Validation.parse(await inspect(bytes, expectation))
  const outcomes = Object.fromEntries(validation.checks.map(({ rule, outcome }) => [rule, outcome]))
  return { ...validation, outcomes, flags: validation.metadata.verificationFlags }
}

/** Draws one page and reads it. */
export const readDrawn = async (draw: Draw, expectation: Expectation = proofOfAddress) =>
  read(await drawPdf(draw), expectation)
