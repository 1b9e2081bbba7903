import { drawCard, drawVisa, drawWideCard } from '#inspector/testing/specimens/cards.ts'
import {
  blurred,
  type Change,
  cropped,
  dimmed,
  glared,
  grainy,
  onDesk,
  shadowed,
  sized,
  turned,
} from '#inspector/testing/specimens/changes.ts'
import { type Holder, holderFrom } from '#inspector/testing/specimens/holders.ts'
import { drawLicence } from '#inspector/testing/specimens/licence.ts'
import { drawOnPaper, type PaperKind } from '#inspector/testing/specimens/papers.ts'
import { drawPassport } from '#inspector/testing/specimens/passport.ts'
import { type Camera, photograph, scanned } from '#inspector/testing/specimens/photograph.ts'
import { type Random, randomFrom } from '#inspector/testing/specimens/random.ts'
import type { Specimen } from '#inspector/testing/specimens/specimen.ts'
import { tilted } from '#inspector/testing/specimens/tilt.ts'
import { expectationOf, type SpecimenCase } from './specimens-cases.ts'

type Draw = (holder: Holder, random: Random) => Specimen | Promise<Specimen>

const dates = (random: Random) => {
  const day = `${random.pick(['02', '05', '09'])}-${String(random.whole(1, 28)).padStart(2, '0')}`
  const year = random.whole(2018, 2025)
  return { issueDate: `${year}-${day}`, expiryDate: `${year + 10}-${day}` }
}
const figures = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.whole(0, 9)).join('')

const passport =
  (state: string): Draw =>
  (holder, random) =>
    drawPassport({ holder, state, number: figures(random, 9), ...dates(random) })
const paper =
  (kind: PaperKind): Draw =>
  (holder, random) =>
    drawOnPaper(kind, {
      holder,
      date: `2026-${random.pick(['10', '11'])}-${random.pick(['03', '12', '17'])}`,
    })

export const drawings: Record<string, Draw> = {
  'GBR passport': passport('GBR'),
  'IRL passport': passport('IRL'),
  'D passport': passport('D'),
  'FRA passport': passport('FRA'),
  'card of three lines': (holder, random) =>
    drawCard({ holder, number: `D${figures(random, 8)}`, ...dates(random) }),
  'card of two lines': (holder, random) =>
    drawWideCard({ holder, number: `C${figures(random, 8)}`, ...dates(random) }),
  'visa, large': (holder, random) =>
    drawVisa({ holder, number: `V${figures(random, 8)}`, ...dates(random) }, 'MRV-A'),
  'visa, small': (holder, random) =>
    drawVisa({ holder, number: `W${figures(random, 8)}`, ...dates(random) }, 'MRV-B'),
  'driving licence': (holder, random) => drawLicence({ holder, ...dates(random) }),
  'utility bill': paper('utility bill'),
  'bank statement': paper('bank statement'),
  'council tax bill': paper('council tax bill'),
  'mortgage statement': paper('mortgage statement'),
  payslip: paper('payslip'),
}

interface Taking extends Camera {
  /** The picture alone on a PDF page. */
  isScan?: boolean
}

const angled: Change = (picture, random) => turned(random.between(15, 345))(picture, random)

/** The ways in which good documents are photographed, easy and hard. */
export const takings: Record<string, Taking> = {
  clean: {},
  'scanned into a PDF': { isScan: true },
  'turned to any side': { changes: [angled, onDesk()] },
  'upside down': { changes: [turned(180)] },
  'seen from the side': { changes: [tilted(0.09), onDesk()] },
  'out of focus': { changes: [onDesk(), sized(1800), blurred(0.9)] },
  'a reflection': { changes: [onDesk(), glared(0.07, { x: 0.3, y: 0.36 })] },
  shadow: { changes: [turned(4), onDesk(), shadowed(0.5), grainy(14)] },
  'low light': { changes: [onDesk(), dimmed(0.4), grainy(16)] },
  'JPEG of quality 20': { changes: [sized(1500)], quality: 20 },
  clutter: { changes: [turned(-6), onDesk(0.3, 24), sized(2200)] },
  '700 pixels': { changes: [sized(700)] },
  '4000 pixels': { changes: [onDesk(0.1), sized(4000)] },
  // Nobody lays paper level to the last pixel, and a drawing that lies so is told as a picture of a screen.
  'margins cut': { changes: [turned(0.3), cropped({ top: 0.01, right: 0.012, left: 0.012 })] },
}

/** Every kind of document, photographed in every way. */
export const goodCases = (): SpecimenCase[] =>
  Object.entries(drawings).flatMap(([name, draw], row) =>
    Object.entries(takings).map(([change, taking], column) => {
      const seed = row * 100 + column + 1
      return goodCase(draw, { change, taking, seed, name })
    }),
  )

interface Made {
  change: string
  taking: Taking
  seed: number
  name: string
}

const goodCase = (draw: Draw, { change, taking, seed, name }: Made): SpecimenCase => {
  const holder = holderFrom(randomFrom(seed))
  // Drawn again on demand, so that two hundred pictures need not be in memory at once.
  const drawn = () => draw(holder, randomFrom(seed + 7))
  const kind = kindOf(name)
  const truth = {}
  return {
    kind,
    change,
    expectation: expectationOf(kind, holder),
    truth,
    isGood: true,
    isProof: kind !== 'visa',
    make: async () => {
      const specimen = await drawn()
      Object.assign(truth, specimen.truth)
      const bytes = await photograph(specimen.canvas, { seed, ...taking })
      return taking.isScan ? scanned(bytes) : bytes
    },
  }
}

const kindOf = (name: string): Specimen['kind'] =>
  name.includes('passport') ? 'passport' : name.includes('visa') ? 'visa' : (name as Specimen['kind'])
