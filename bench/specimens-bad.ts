import type { Canvas } from '@napi-rs/canvas'
import { drawCard, drawWideCard } from '#inspector/testing/specimens/cards.ts'
import { blurred, type Change, cropped, onDesk, turned } from '#inspector/testing/specimens/changes.ts'
import { negated, onScreenDots, together, twoToned } from '#inspector/testing/specimens/copies.ts'
import { type Holder, holderFrom } from '#inspector/testing/specimens/holders.ts'
import { drawLicence, driverNumber } from '#inspector/testing/specimens/licence.ts'
import { drawBlank, drawCat, onPhoneScreen } from '#inspector/testing/specimens/others.ts'
import { drawOnPaper } from '#inspector/testing/specimens/papers.ts'
import { drawPassport } from '#inspector/testing/specimens/passport.ts'
import { photograph } from '#inspector/testing/specimens/photograph.ts'
import { randomFrom } from '#inspector/testing/specimens/random.ts'
import type { Forgery, Specimen } from '#inspector/testing/specimens/specimen.ts'
import { expectationOf, type SpecimenCase } from './specimens-cases.ts'

/** A document that someone sends in bad faith or in a hurry. */
interface Wrong {
  change: string
  draw: (holder: Holder, seed: number) => Specimen | Promise<Specimen>
  changes?: Change[]
  kind?: 'png'
  /** It belongs to someone other than the sender. */
  isOthers?: boolean
  /** A bill or statement, sent as proof of address. */
  isPaper?: boolean
}

const inForce = { issueDate: '2021-05-04', expiryDate: '2031-05-04' }
const lapsed = { issueDate: '2014-05-04', expiryDate: '2024-05-04' }
const states = ['GBR', 'IRL', 'D', 'FRA']

const number = (seed: number) => String(512_000_000 + seed * 7919)
const passport = (holder: Holder, seed: number, more: { forgery?: Forgery; isLapsed?: boolean } = {}) => {
  const state = states[seed % states.length] ?? 'GBR'
  const days = more.isLapsed ? lapsed : inForce
  return drawPassport({ holder, state, number: number(seed), ...days, forgery: more.forgery })
}
const card = (holder: Holder, seed: number, more: { forgery?: Forgery; isLapsed?: boolean } = {}) =>
  (seed % 2 ? drawCard : drawWideCard)({
    holder,
    number: `D${number(seed).slice(1)}`,
    ...(more.isLapsed ? lapsed : inForce),
    forgery: more.forgery,
  })

const otherFigure = (figure: string) => String((Number(figure) + 5) % 10)
const replaced = (line: string, at: number) =>
  line.slice(0, at) + otherFigure(line.charAt(at)) + line.slice(at + 1)
/** Changes one figure of the second line, without adapting its check digit. */
const figureChanged =
  (at: number): NonNullable<Forgery['zone']> =>
  (lines) =>
    lines.map((line, row) => (row === 1 ? replaced(line, at) : line))
const nameChanged: NonNullable<Forgery['zone']> = (lines) =>
  lines.map((line, row) =>
    row === 0
      ? line.replace(/(?<=^.{7}[A-Z<]*)[A-Z](?=<<[A-Z])/, (letter) => (letter === 'X' ? 'Y' : 'X'))
      : line,
  )
/** Changes the issuing state's code, which no check digit protects. */
const stateChanged: NonNullable<Forgery['zone']> = (lines) =>
  lines.map((line, row) => (row === 0 ? `${line.slice(0, 2)}QZW${line.slice(5)}` : line))

const yearEarlier = (day: string) => `${Number(day.slice(0, 4)) - 9}${day.slice(4)}`

const wrongs: Wrong[] = [
  {
    change: 'printed birth date edited',
    draw: (holder, seed) =>
      passport(holder, seed, { forgery: { printed: { birthDate: yearEarlier(holder.birthDate) } } }),
  },
  {
    change: 'printed name edited',
    draw: (holder, seed) => passport(holder, seed, { forgery: { printed: { surname: 'Blackwood' } } }),
  },
  {
    change: 'printed number edited',
    draw: (holder, seed) => card(holder, seed, { forgery: { printed: { documentNumber: 'D99887766' } } }),
  },
  {
    change: 'name in the zone edited',
    draw: (holder, seed) => passport(holder, seed, { forgery: { zone: nameChanged } }),
  },
  {
    change: 'issued by no state',
    draw: (holder, seed) => passport(holder, seed, { forgery: { zone: stateChanged } }),
  },
  {
    change: 'wrong check digit',
    draw: (holder, seed) =>
      passport(holder, seed, { forgery: { zone: figureChanged([3, 15, 24][seed % 3] ?? 3) } }),
  },
  {
    change: 'wrong check digit',
    draw: (holder, seed) => card(holder, seed, { forgery: { zone: figureChanged([2, 4][seed % 2] ?? 2) } }),
  },
  {
    change: 'licence number that does not fit',
    draw: (holder) => {
      const right = driverNumber(holder)
      return drawLicence({ holder, ...inForce, number: replaced(right, 9) })
    },
  },
  {
    change: 'of a country that does not exist',
    draw: (holder, seed) => drawPassport({ holder, state: 'UTO', number: number(seed), ...inForce }),
  },
  {
    change: 'of a country that does not exist',
    draw: (holder, seed) =>
      drawCard({ holder, state: 'UTO', number: `D${number(seed).slice(1)}`, ...inForce }),
  },
  { change: 'expired', draw: (holder, seed) => passport(holder, seed, { isLapsed: true }) },
  { change: 'expired', draw: (holder, seed) => card(holder, seed, { isLapsed: true }) },
  { change: 'expired', draw: (holder) => drawLicence({ holder, ...lapsed }) },
  { change: 'of another person', draw: (holder, seed) => passport(holder, seed), isOthers: true },
  { change: 'of another person', draw: (holder) => drawLicence({ holder, ...inForce }), isOthers: true },
  {
    change: 'of another person',
    draw: (holder) => drawOnPaper('utility bill', { holder, date: '2026-11-03' }),
    isOthers: true,
    isPaper: true,
  },
  {
    change: 'stale',
    draw: (holder) => drawOnPaper('utility bill', { holder, date: '2026-05-11' }),
    isPaper: true,
  },
  {
    change: 'stale',
    draw: (holder) => drawOnPaper('bank statement', { holder, date: '2025-11-03' }),
    isPaper: true,
  },
  {
    change: 'mobile phone bill',
    draw: (holder) => drawOnPaper('mobile bill', { holder, date: '2026-11-03' }),
    isPaper: true,
  },
  {
    change: 'zone cut off',
    draw: (holder, seed) => passport(holder, seed),
    changes: [cropped({ bottom: 0.2 })],
  },
  {
    change: 'too blurred to read',
    draw: (holder, seed) => passport(holder, seed),
    changes: [blurred(5)],
  },
  { change: 'photo of a screen', draw: (holder, seed) => passport(holder, seed), changes: [onScreenDots()] },
  { change: 'negative', draw: (holder, seed) => passport(holder, seed), changes: [negated] },
  {
    change: 'copy in black and white',
    draw: (holder, seed) => (seed % 2 ? card : passport)(holder, seed),
    changes: [twoToned()],
  },
  {
    change: 'with the passport of another person',
    draw: (holder, seed) => {
      const own = passport(holder, seed)
      const other = passport({ ...holderFrom(randomFrom(seed + 900)), surname: 'Thistlewood' }, seed + 1)
      return { ...own, canvas: together(own.canvas, other.canvas) }
    },
  },
  {
    change: 'screenshot',
    draw: async (holder) => {
      const shown = await drawOnPaper('bank statement', { holder, date: '2026-11-03' })
      return { ...shown, canvas: onPhoneScreen(shown.canvas) }
    },
    kind: 'png',
    isPaper: true,
  },
]

const times = 4

/** Documents that must not be verified automatically, each in several copies and poses. */
export const badCases = (): SpecimenCase[] => [
  ...wrongs.flatMap((wrong, row) =>
    Array.from({ length: times }, (_, copy) => badCase(wrong, 5000 + row * 50 + copy)),
  ),
  ...Array.from({ length: times }, (_, copy) => noDocument('blank page', drawBlank, 7000 + copy)),
  ...Array.from({ length: times }, (_, copy) => noDocument('cat', () => drawCat(copy), 7100 + copy)),
]

const poses: Change[][] = [[], [turned(3), onDesk()], [turned(90)], [onDesk(0.2, 12)]]

const badCase = (wrong: Wrong, seed: number): SpecimenCase => {
  const holder = holderFrom(randomFrom(seed))
  const sender = wrong.isOthers ? { ...holderFrom(randomFrom(seed + 900)), surname: 'Thistlewood' } : holder
  const changes = wrong.changes ?? (wrong.kind === 'png' ? [] : poses[seed % poses.length])
  const drawn = () => wrong.draw(holder, seed)
  return {
    kind: 'no document',
    change: wrong.change,
    expectation: expectationOf(wrong.isPaper ? 'utility bill' : 'passport', sender),
    truth: {},
    isGood: false,
    isProof: true,
    make: async () => photograph((await drawn()).canvas, { seed, changes, kind: wrong.kind ?? 'jpeg' }),
  }
}

const noDocument = (change: string, draw: () => Canvas, seed: number): SpecimenCase => ({
  kind: 'no document',
  change,
  expectation: expectationOf(seed % 2 ? 'passport' : 'utility bill', holderFrom(randomFrom(seed))),
  truth: {},
  isGood: false,
  isProof: true,
  make: () => photograph(draw(), { seed, changes: poses[seed % 2] }),
})
