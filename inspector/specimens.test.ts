import { expect, test } from 'vitest'
import { isVerified } from '#contract/documents/validation.ts'
import type { Expectation } from './documents/expectation.ts'
import { read } from './testing/read-drawn.ts'
import { drawCard, drawVisa, drawWideCard } from './testing/specimens/cards.ts'
import {
  type Change,
  cropped,
  dimmed,
  grainy,
  onDesk,
  shadowed,
  turned,
} from './testing/specimens/changes.ts'
import type { Holder } from './testing/specimens/holders.ts'
import { drawLicence } from './testing/specimens/licence.ts'
import { drawPassport } from './testing/specimens/passport.ts'
import { photograph } from './testing/specimens/photograph.ts'
import type { Specimen } from './testing/specimens/specimen.ts'
import { tilted } from './testing/specimens/tilt.ts'

const holder: Holder = {
  surname: 'Ashworth',
  givenNames: 'Amelia Rose',
  sex: 'F',
  birthDate: '1985-03-12',
  birthPlace: 'LEEDS',
  address: ['27 Kirkstall Road', 'Leeds', 'LS3 1HG'],
}
const identity: Expectation = {
  expectedTypes: ['passport', 'drivers_license', 'identity'],
  today: '2026-11-20',
  client: {
    firstName: holder.givenNames,
    lastName: holder.surname,
    dateOfBirth: holder.birthDate,
    address: '27 Kirkstall Road, Leeds',
    postcode: 'LS3 1HG',
  },
}
const inForce = { issueDate: '2022-03-04', expiryDate: '2032-03-04' }
const passport = () => drawPassport({ holder, state: 'GBR', number: '512345678', ...inForce })

const inspected = async ({ canvas }: Specimen, changes: Change[] = [], expectation = identity) =>
  read(await photograph(canvas, { changes }), expectation)

const good: [string, Specimen, Change[]][] = [
  ['a passport on its side on a desk', passport(), [tilted(0.06), turned(97), onDesk()]],
  ['both sides of a small card', drawCard({ holder, number: 'D23145890', ...inForce }), []],
  ['a wide card', drawWideCard({ holder, number: 'D23145890', ...inForce }), []],
  ['a driving licence', drawLicence({ holder, ...inForce }), [turned(4), onDesk()]],
]

test.each(good)('%s of the client is read field by field and verified', async (_, specimen, changes) => {
  const verdict = await inspected(specimen, changes)
  const { dateOfBirth, documentNumber, expiryDate } = specimen.truth
  expect(verdict.issues).toEqual([])
  expect(verdict.metadata).toMatchObject({
    documentType: specimen.documentType,
    dateOfBirth,
    documentNumber,
    expiryDate,
  })
  expect(verdict.metadata.fullName?.toUpperCase()).toContain('AMELIA ROSE ASHWORTH')
  expect(isVerified(verdict)).toBe(true)
})

const unevenlyLit: [string, Change[]][] = [
  ['half in shadow', [turned(4), onDesk(), shadowed(0.5), grainy(14)]],
  ['in low light', [onDesk(), dimmed(0.4), grainy(16)]],
]

test.each(unevenlyLit)('a passport %s is neither a negative nor a copy', async (_, changes) => {
  for (const [state, seed] of [
    ['GBR', 1],
    ['FRA', 308],
  ] as const) {
    const { canvas } = drawPassport({ holder, state, number: '512345678', ...inForce })
    const verdict = await read(await photograph(canvas, { seed, changes }), identity)
    expect(verdict.issues).toEqual([])
  }
})

test('a visa is read', async () => {
  const specimen = drawVisa({ holder, number: 'V23145890', ...inForce }, 'MRV-A')
  const { dateOfBirth, documentNumber, expiryDate } = specimen.truth
  expect((await inspected(specimen)).metadata).toMatchObject({ dateOfBirth, documentNumber, expiryDate })
})

test('a passport whose zone is cut off is never verified', async () => {
  const verdict = await inspected(passport(), [cropped({ bottom: 0.2 })])
  expect(verdict.valid).toBe(false)
  expect(verdict.confidence).toBeLessThan(0.9)
  expect(verdict.issues.length).toBeGreaterThan(0)
})

test('a licence whose number does not fit name and birth is never verified', async () => {
  const forged = await inspected(drawLicence({ holder, ...inForce, number: 'ASHWO803125AR9AB' }))
  expect(forged.valid).toBe(false)
})
