import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type DocumentType, isVerified } from '#contract/documents/validation.ts'
import type { Expectation } from './documents/expectation.ts'
import { recipe } from './testing/documents.ts'
import { drawScan } from './testing/paper.ts'
import { knownAdaeze, read } from './testing/read-drawn.ts'
import { onDesk, turned } from './testing/specimens/changes.ts'
import type { Holder } from './testing/specimens/holders.ts'
import { drawLicence } from './testing/specimens/licence.ts'
import { drawCat } from './testing/specimens/others.ts'
import { drawOnPaper } from './testing/specimens/papers.ts'
import { drawPassport, type PassportFacts } from './testing/specimens/passport.ts'
import { withPastedPortrait } from './testing/specimens/pasted-portrait.ts'
import { photograph } from './testing/specimens/photograph.ts'

const adaeze: Holder = {
  surname: 'Okafor',
  givenNames: 'Adaeze Ngozi',
  sex: 'F',
  birthDate: '1985-03-12',
  birthPlace: 'LEEDS',
  address: ['Flat 2, 12 Garden Street', 'London', 'W1U 4PL'],
}
const expecting = (...expectedTypes: DocumentType[]): Expectation => ({
  expectedTypes,
  today: '2026-11-20',
  client: knownAdaeze,
})
const proofOfIdentity = expecting('passport', 'drivers_license', 'identity')
const proofOfAddress = expecting('address_proof', 'utility_bill', 'bank_statement')

/** Pixels at 200 dots an inch. */
const a4 = { width: 1654, height: 2339 }
const held = { changes: [turned(8), onDesk()] }
const passport = (facts: Partial<PassportFacts> = {}) =>
  drawPassport({
    holder: adaeze,
    state: 'GBR',
    number: '533401286',
    issueDate: '2021-06-30',
    expiryDate: '2031-06-30',
    ...facts,
  })
const licence = drawLicence({ holder: adaeze, issueDate: '2023-01-19', expiryDate: '2033-01-18' })
const licencePhoto = await photograph(licence.canvas, held)
const bill = await drawOnPaper('utility bill', { holder: adaeze, date: '2026-11-03' })
const billPhoto = await photograph(bill.canvas, held)

test('a passport scanned into a PDF is verified automatically', async () => {
  const onPaper = sharp(await photograph(passport().canvas)).resize({
    ...a4,
    fit: 'contain',
    background: 'white',
  })
  const verdict = await read(await drawScan(await onPaper.jpeg().toBuffer()), proofOfIdentity)
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
})

test('a photo of a passport with another printed birthday is not', async () => {
  const changed = passport({ forgery: { printed: { birthDate: '1985-08-12' } } })
  const verdict = await read(await photograph(changed.canvas, held), proofOfIdentity)
  expect(verdict.valid).toBe(false)
  expect(verdict.confidence).toBeLessThan(0.9)
  expect(verdict.issues.join()).toMatch(/We'll check this/)
})

test('a passport with another photo pasted over its own is not verified', async () => {
  const verdict = await read(await withPastedPortrait(passport().canvas), proofOfIdentity)
  expect(verdict.issues).toEqual(["We'll check this."])
  expect(verdict.flags).toMatchObject({ isTampered: true, requiresManualReview: true })
})

test('a scan of a bill with other words behind its picture proves the address', async () => {
  const verdict = await read(await drawScan(await photograph(bill.canvas), recipe), proofOfAddress)
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata).toMatchObject({ documentType: 'utility_bill', documentDate: '2026-11-03' })
})

test('a photo of another document than requested says which one it is', async () => {
  const issuesOf = async (bytes: Uint8Array, expectation: Expectation) =>
    (await read(bytes, expectation)).issues.join()
  expect(await issuesOf(billPhoto, expecting('passport'))).toBe(
    'This looks like a utility bill. Please upload the photo page of your passport.',
  )
  expect(await issuesOf(licencePhoto, proofOfAddress)).toMatch(/^This looks like a driving licence\./)
  expect(await issuesOf(licencePhoto, expecting('selfie'))).toMatch(/photo of a document/)
  expect(await issuesOf(await photograph(drawCat(1)), proofOfIdentity)).toMatch(/couldn't find any print/)
})
