import { expect, test } from 'vitest'
import { Validation } from '#contract/documents/validation.ts'
import { lineAt, seen } from '../../testing/identity.ts'
import type { Expectation } from '../expectation.ts'
import { judgeIdentity } from './judge.ts'

const expectation: Expectation = {
  expectedTypes: ['passport', 'drivers_license'],
  today: '2026-11-20',
  client: {
    firstName: 'Caoimhe',
    lastName: 'Nic Giolla Phádraig',
    dateOfBirth: '1993-01-25',
    address: null,
    postcode: null,
  },
}
/** Line numbers stand to the left of their values, as on most photographs. */
const licence = (title: string, rows: [string, string][]) => [
  lineAt(title, 500, 60, { height: 40 }),
  ...rows.flatMap(([number, value], row) => [
    lineAt(number, 520, 180 + row * 70, { height: 29 }),
    lineAt(value, 600, 188 + row * 70, { height: 44 }),
  ]),
]
const rows: [string, string][] = [
  ['1.', 'Nic Giolla Phadraig'],
  ['2.', 'Caoimhe Aine'],
  ['3.', '25.01.1993 BAILE ATHA CLIATH'],
  ['4a.', '06.03.2020 4c. NDLS (RSA)'],
  ['4b.', '05.03.2030'],
  ['4d.', '084417263 5.731902846'],
  ['7.', ''],
  ['8.', '12 Sraid na Tra, Gaillimh, H91 K2TX'],
  ['9.', 'AM B W'],
]
const judge = (title: string, lines = rows) =>
  Validation.parse(judgeIdentity(seen({ lines: licence(title, lines) }), expectation))

test('an Irish licence is read, with two numbers on a line, and is for a person without a complaint', () => {
  const verdict = judge('CEADUNAS TIOMANA DRIVING LICENCE')
  expect(verdict).toMatchObject({ valid: false, issues: [] })
  expect(verdict.metadata).toMatchObject({
    fullName: 'Caoimhe Aine Nic Giolla Phadraig',
    documentNumber: '731902846',
    expiryDate: '2030-03-05',
    address: '12 Sraid na Tra, Gaillimh, H91 K2TX',
  })
  expect(verdict.metadata.verificationFlags).toMatchObject({ requiresManualReview: true })
})

test.each(['FUHRERSCHEIN', 'PATENTE DI GUIDA', 'PERMISO DE CONDUCCION', 'PRAWO JAZDY', 'RIJBEWIJS'])(
  'a licence is known by its title in another language of the Union: %s',
  (title) => {
    const verdict = judge(title)
    expect(verdict.metadata.documentType).toBe('drivers_license')
    expect(verdict).toMatchObject({ valid: false, issues: [] })
  },
)

test('a letter that speaks of a licence is none', () => {
  expect(judge('FUHRERSCHEIN', [['', 'Sehr geehrte Frau Weiss']]).metadata.documentType).toBeNull()
})
