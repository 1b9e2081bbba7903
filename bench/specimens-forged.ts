import { bankStatement, type Facts, utilityBill } from '#inspector/testing/documents.ts'
import { type Draw, drawPdf, type Pen } from '#inspector/testing/paper.ts'
import { drawPassportCard } from '#inspector/testing/specimens/cards.ts'
import { blurred, type Change, onDesk, turned } from '#inspector/testing/specimens/changes.ts'
import { greyed, onScreenDots } from '#inspector/testing/specimens/copies.ts'
import { type Holder, holderFrom } from '#inspector/testing/specimens/holders.ts'
import { td3 } from '#inspector/testing/specimens/mrz.ts'
import { drawPassport } from '#inspector/testing/specimens/passport.ts'
import { type Pasting, withPastedPortrait } from '#inspector/testing/specimens/pasted-portrait.ts'
import { photograph } from '#inspector/testing/specimens/photograph.ts'
import { randomFrom } from '#inspector/testing/specimens/random.ts'
import type { Specimen } from '#inspector/testing/specimens/specimen.ts'
import { expectationOf, type SpecimenCase } from './specimens-cases.ts'

const inForce = { issueDate: '2021-05-04', expiryDate: '2031-05-04' }
const number = (seed: number) => String(512_000_000 + seed * 7919)

const passport = (holder: Holder, seed: number) =>
  drawPassport({ holder, state: 'GBR', number: number(seed), ...inForce })

/** Changes the date of expiry in print and MRZ with its own check digit, but keeps the old composite digit. */
const withLaterExpiry = (holder: Holder, seed: number): Specimen => {
  const facts = {
    ...holder,
    documentCode: 'P',
    issuer: 'GBR',
    nationality: 'GBR',
    documentNumber: number(seed),
  }
  const digitOf = (expiryDate: string) => td3({ ...facts, expiryDate })[1]?.at(-1) ?? ''
  const old = ['2024-05-04', '2025-03-09', '2023-11-30'].find(
    (day) => digitOf(day) !== digitOf(inForce.expiryDate),
  )
  const zone = (lines: string[]) =>
    lines.map((line, row) => (row === 1 ? line.slice(0, -1) + digitOf(old ?? '') : line))
  return drawPassport({ holder, state: 'GBR', number: number(seed), ...inForce, forgery: { zone } })
}

const pictures: [string, (holder: Holder, seed: number) => Specimen, Change[]][] = [
  [
    'passport card without a zone',
    (holder, seed) => drawPassportCard({ holder, number: number(seed), ...inForce }),
    [],
  ],
  ['expiry changed, the digit over all left', withLaterExpiry, []],
  ['scan of a photocopy', passport, [greyed, blurred(0.3)]],
  ['photo of a photocopy on a desk', passport, [greyed, turned(3), onDesk()]],
  ['print of a screen', passport, [onScreenDots(4.2, 0.3), blurred(0.3), onDesk()]],
]

/** Another person's portrait pasted over that of a page that was a JPEG before, saved at a higher quality. */
const pastings: [string, Pasting][] = [
  ['portrait pasted, hard edge', { first: 85, last: 95 }],
  ['portrait pasted, edge that fades', { first: 75, last: 92, feather: 6 }],
  ['portrait pasted, out of focus', { first: 80, last: 88, blur: 2 }],
  ['portrait pasted, saved without loss', { first: 85, last: 'png' }],
]

const factsOf = (holder: Holder): Facts => ({
  name: [`${holder.sex === 'F' ? 'Mrs' : 'Mr'} ${holder.givenNames} ${holder.surname}`],
  address: [...holder.address],
  date: '3 November 2026',
})

const retyped =
  (draw: Draw, change: (text: string) => string): Draw =>
  (pen) => {
    const write: Pen['write'] = (text, at) => pen.write(change(text), at)
    draw({ ...pen, write })
  }

const amounts = ['148.00', '92.10', '50.00', '2,633.40']
const balances = ['1,204.11', '1,056.11', '964.01', '914.01', '3,547.41']
const larger = (amount: string, seed: number) => `${1 + (seed % 9)}${amount.replace(/^(\d),/, '$1')}`

const changedIn = (facts: Facts, { text, seed }: { text: string; seed: number }) =>
  drawPdf(retyped(bankStatement(facts), (line) => (line === text ? larger(line, seed) : line)))

const updated = async (file: Promise<Uint8Array>, added: string) => {
  const first = Buffer.from(await file)
  const index = first.subarray(first.lastIndexOf('startxref'))
  return Buffer.concat([first, Buffer.from(`\n${added}\n`), index])
}

const other = (holder: Holder): Holder => ({
  ...holder,
  givenNames: holder.givenNames === 'Ian' ? 'Bo' : 'Ian',
})

const files: [string, number, (holder: Holder, seed: number) => Promise<Uint8Array>][] = [
  [
    'amount of a statement changed',
    60,
    (holder, seed) => changedIn(factsOf(holder), { text: amounts[seed % 4] ?? '', seed }),
  ],
  [
    'balance of a statement changed',
    60,
    (holder, seed) => changedIn(factsOf(holder), { text: balances[seed % 5] ?? '', seed }),
  ],
  [
    'PDF with a change added',
    60,
    (holder) => updated(drawPdf(utilityBill(factsOf(holder))), '9 0 obj << /Type /Page >> endobj'),
  ],
  [
    'PDF changed behind its signature',
    30,
    (holder) =>
      updated(
        updated(drawPdf(bankStatement(factsOf(holder))), '9 0 obj << /ByteRange [0 9 99 9] >> endobj'),
        '5 0 obj << /Type /Page >> endobj',
      ),
  ],
  ['statement of a relative', 40, (holder) => drawPdf(bankStatement(factsOf(other(holder))))],
  ['bill of the house next door', 40, (holder) => drawPdf(utilityBill(nextDoor(factsOf(holder))))],
]

const nextDoor = (facts: Facts): Facts => ({
  ...facts,
  address: facts.address.map((line) => line.replace(/^(\d+)/, (figures) => String(Number(figures) + 2))),
})

/** Careful forgeries, each of which must go to a person. */
export const forgedCases = (): SpecimenCase[] => [
  ...pictures.flatMap(([change, draw, changes], row) =>
    Array.from({ length: 4 }, (_, copy) => {
      const seed = 8000 + row * 50 + copy
      const holder = holderFrom(randomFrom(seed))
      const make = () => photograph(draw(holder, seed).canvas, { seed, changes })
      return forged({ change, make, holder, expectedKind: 'passport' })
    }),
  ),
  ...pastings.flatMap(([change, pasting], row) =>
    Array.from({ length: 4 }, (_, copy) => {
      const seed = 8500 + row * 50 + copy
      const holder = holderFrom(randomFrom(seed))
      const make = () => withPastedPortrait(passport(holder, seed).canvas, pasting)
      return forged({ change, make, holder, expectedKind: 'passport' })
    }),
  ),
  ...files.flatMap(([change, times, draw], row) =>
    Array.from({ length: times }, (_, copy) => {
      const seed = 9000 + row * 100 + copy
      const holder = holderFrom(randomFrom(seed))
      return forged({ change, make: () => draw(holder, seed), holder, expectedKind: 'utility bill' })
    }),
  ),
]

interface Forged extends Pick<SpecimenCase, 'change' | 'make'> {
  holder: Holder
  expectedKind: 'passport' | 'utility bill'
}

const forged = ({ holder, expectedKind, ...made }: Forged): SpecimenCase => ({
  ...made,
  kind: 'no document',
  expectation: expectationOf(expectedKind, holder),
  truth: {},
  isGood: false,
  isProof: true,
})
