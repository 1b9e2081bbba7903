import { expect, test } from 'vitest'
import { isVerified } from '#contract/documents/validation.ts'
import { proofOfAddress, proofOfFunds, read } from '../testing/read-drawn.ts'
import { type Change, dimmed, grainy, onDesk, shadowed, sized, turned } from '../testing/specimens/changes.ts'
import { adaeze } from '../testing/specimens/holders.ts'
import { drawCat, onPhoneScreen } from '../testing/specimens/others.ts'
import { drawOnPaper, type PaperKind } from '../testing/specimens/papers.ts'
import { photograph, scanned } from '../testing/specimens/photograph.ts'
import { randomFrom } from '../testing/specimens/random.ts'
import { crumpled, drawReceipt, stained } from '../testing/specimens/receipt.ts'
import { tilted } from '../testing/specimens/tilt.ts'

const photoOf = async (kind: PaperKind, changes: Change[]) => {
  const { canvas } = await drawOnPaper(kind, { holder: adaeze, date: '2026-11-03' })
  return photograph(canvas, { changes })
}

const poses: [string, PaperKind, Change[]][] = [
  ['a photo of a council tax bill', 'council tax bill', [tilted(0.07), onDesk()]],
  ['a bank statement upside down', 'bank statement', [turned(184), onDesk()]],
  ['a bill in poor light', 'utility bill', [onDesk(), shadowed(0.4), dimmed(0.5), grainy(14)]],
]

test.each(poses)('%s is read and verified as the file itself would be', async (_, kind, changes) => {
  const verdict = await read(await photoOf(kind, changes), proofOfAddress)
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata).toMatchObject({
    fullName: 'Mrs Adaeze Okafor',
    documentDate: '2026-11-03',
    address: 'Flat 2, 12 Garden Street, London, W1U 4PL',
  })
  expect(verdict.metadata.regions.length).toBeGreaterThan(3)
})

test('a bill that was scanned into a PDF is read from its picture', async () => {
  const verdict = await read(await scanned(await photoOf('utility bill', [])), proofOfAddress)
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata).toMatchObject({
    fullName: 'Mrs Adaeze Okafor',
    documentDate: '2026-11-03',
    issuer: 'Octopus Energy',
    pages: 1,
  })
})

test('the pay is read from a photographed payslip', async () => {
  const verdict = await read(await photoOf('payslip', [onDesk()]), proofOfFunds)
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata.extractedData.financialDetails).toMatchObject({ NetPay: 263340, GrossPay: 325000 })
})

test('date and total are read from a crumpled and stained receipt', async () => {
  const { canvas, truth } = drawReceipt(randomFrom(3))
  const changes = [crumpled(7), stained, tilted(0.03), turned(3), onDesk()]
  const { metadata } = await read(await photograph(canvas, { changes }), proofOfAddress)
  expect(metadata).toMatchObject({
    documentType: null,
    documentDate: truth.date,
    total: { amount: truth.total, currency: truth.currency },
  })
})

test.each<[PaperKind, number]>([
  ['bank statement', 420],
  ['utility bill', 520],
])(
  'a %s of %i pixels asks for a larger picture and is not taken for someone else’s',
  async (kind, pixels) => {
    const verdict = await read(await photoOf(kind, [sized(pixels)]), proofOfAddress)
    expect(verdict).toMatchObject({ valid: false, metadata: { fullName: null, documentDate: null } })
    expect(verdict.issues.join(' ')).toContain('The picture is too small to be read.')
    expect(verdict.issues.join(' ')).not.toContain('in the name of')
  },
)

test('a picture of a screen is not verified, and the client is asked for the document', async () => {
  const { canvas } = await drawOnPaper('bank statement', { holder: adaeze, date: '2026-11-03' })
  const verdict = await read(await photograph(onPhoneScreen(canvas), { kind: 'png' }), proofOfAddress)
  expect(verdict.valid).toBe(false)
  expect(verdict.issues).toContain(
    'This looks like a picture of a screen. Please upload a photo of the document itself, or the file as you received it.',
  )
})

test('a cat is no document', async () => {
  const verdict = await read(await photograph(drawCat(1)), proofOfAddress)
  expect(verdict).toMatchObject({ valid: false, metadata: { documentType: null, fullName: null } })
  expect(verdict.issues.length).toBeGreaterThan(0)
})
