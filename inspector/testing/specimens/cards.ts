import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type Holder, plainLetters } from './holders.ts'
import { type MrzFacts, machineName, td1, td2, visa } from './mrz.ts'
import { drawPortrait } from './portrait.ts'
import { dayAs, type Forgery, type Specimen } from './specimen.ts'
import { drawWaves, newSurface, type Surface } from './surface.ts'

export interface CardFacts {
  holder: Holder
  number: string
  issueDate: string
  expiryDate: string
  /** The issuing state. UTO is ICAO's fictional one. */
  state?: keyof typeof titles
  forgery?: Forgery
}

const titles = {
  POL: 'RZECZPOSPOLITA POLSKA / REPUBLIC OF POLAND',
  ROU: 'ROUMANIE  ROMANIA  ROMANIA',
  NLD: 'KONINKRIJK DER NEDERLANDEN',
  UTO: 'UTOPIA',
}

/** Both sides of an identity card in bank card size, one above the other as people scan them. */
export const drawCard = (facts: CardFacts): Specimen => {
  const front = newSurface(85.6, 54, 14)
  drawWaves(front, ['#e8eef0', '#b7cdd2'])
  front.write(titles[facts.state ?? 'POL'], { x: 5, y: 5, size: 2.2 })
  front.write('IDENTITY CARD', { x: 5, y: 8.5, size: 2.6, isBold: true })
  drawPortrait(front, { x: 4, y: 10, width: 25, height: 32 }, facts.holder)
  printFields(front, facts, { x: 33, step: 7 })
  const back = newSurface(85.6, 54, 14)
  drawWaves(back, ['#e8eef0', '#b7cdd2'])
  back.field('Address', facts.holder.address.join(', ').toUpperCase(), { x: 5, y: 6 })
  back.field('Authority', 'MINISTRY OF THE INTERIOR', { x: 5, y: 14 })
  const zone = td1(zoneFacts(facts, { code: 'I', state: 'POL' }))
  back.zone(facts.forgery?.zone?.(zone) ?? zone, { x: 4.7, y: 39 })
  return specimenOf(facts, { kind: 'card of three lines', canvas: stacked(front, back), zone })
}

/** An identity card with two MRZ lines, 105 × 74 mm (Doc 9303 part 6). */
export const drawWideCard = (facts: CardFacts): Specimen => {
  const surface = newSurface(105, 74)
  drawWaves(surface, ['#f0ece2', '#d6c79f'])
  surface.write(`${titles[facts.state ?? 'ROU']}   IDENTITY CARD`, { x: 6, y: 7, size: 3, isBold: true })
  drawPortrait(surface, { x: 5, y: 11, width: 30, height: 38 }, facts.holder)
  printFields(surface, facts, { x: 40, step: 7 })
  const zone = td2(zoneFacts(facts, { code: 'I', state: 'ROU' }))
  surface.zone(facts.forgery?.zone?.(zone) ?? zone, { x: 6.5, y: 63 })
  return specimenOf(facts, { kind: 'card of two lines', canvas: surface.canvas, zone })
}

export const drawVisa = (facts: CardFacts, format: 'MRV-A' | 'MRV-B'): Specimen => {
  const [width, height] = format === 'MRV-A' ? [120, 80] : [105, 74]
  const surface = newSurface(width, height)
  drawWaves(surface, ['#e7f0ea', '#b4d3c0'])
  surface.write(`${titles[facts.state ?? 'NLD']}   VISA`, { x: 6, y: 7, size: 3.2, isBold: true })
  drawPortrait(surface, { x: 5, y: 11, width: 28, height: 36 }, facts.holder)
  printFields(surface, facts, { x: 40, step: 7 })
  const zone = visa(zoneFacts(facts, { code: 'V', state: 'NLD' }), format)
  surface.zone(facts.forgery?.zone?.(zone) ?? zone, { x: 4.5, y: height - 11 })
  return specimenOf(facts, { kind: 'visa', canvas: surface.canvas, zone })
}

/** The front of a US passport card in bank card size. It has no MRZ. */
export const drawPassportCard = (facts: CardFacts): Specimen => {
  const surface = newSurface(85.6, 54, 14)
  drawWaves(surface, ['#eef0e6', '#c6cfb0'])
  surface.write('UNITED STATES OF AMERICA', { x: 5, y: 5, size: 2.4, isBold: true })
  surface.write('PASSPORT CARD', { x: 50, y: 5, size: 2.4 })
  drawPortrait(surface, { x: 4, y: 9, width: 25, height: 32 }, facts.holder)
  printFields(surface, facts, { x: 33, step: 7 })
  return specimenOf(facts, { kind: 'card of three lines', canvas: surface.canvas, zone: [] })
}

const zoneFacts = (facts: CardFacts, own: { code: string; state: keyof typeof titles }): MrzFacts => {
  const { holder, number, expiryDate, state = own.state } = facts
  // A visa is issued to a foreign national.
  const nationality = own.code === 'V' ? 'NGA' : state
  return {
    ...holder,
    documentCode: own.code,
    issuer: state,
    nationality,
    documentNumber: number,
    expiryDate,
  }
}

const printFields = (surface: Surface, facts: CardFacts, { x, step }: { x: number; step: number }) => {
  const { holder, forgery, issueDate, expiryDate } = facts
  const printed = { ...holder, documentNumber: facts.number, ...forgery?.printed }
  const rows = [
    ['Surname', plainLetters(printed.surname)],
    ['Given names', plainLetters(printed.givenNames)],
    ['Document No.', printed.documentNumber],
    ['Date of birth', dayAs(printed.birthDate, 'plain')],
    ['Date of issue', dayAs(issueDate, 'plain')],
    ['Date of expiry', dayAs(expiryDate, 'plain')],
  ]
  for (const [row, [label = '', value = '']] of rows.entries())
    surface.field(label, value, { x, y: 10 + row * (step - 0.5) })
  surface.field('Sex', holder.sex, { x: x + 36, y: 10 + 3 * (step - 0.5) })
}

const specimenOf = (
  { holder, number, expiryDate }: CardFacts,
  drawn: Pick<Specimen, 'kind' | 'canvas' | 'zone'>,
): Specimen => ({
  ...drawn,
  documentType: 'identity',
  truth: {
    fullName: `${machineName(holder.givenNames)} ${machineName(holder.surname)}`,
    dateOfBirth: holder.birthDate,
    documentNumber: number,
    expiryDate,
  },
})

const stacked = (front: Surface, back: Surface): Canvas => {
  const gap = 40
  const { width, height } = front.canvas
  const both = createCanvas(width, height * 2 + gap)
  const pen = both.getContext('2d')
  pen.drawImage(front.canvas, 0, 0)
  pen.drawImage(back.canvas, 0, height + gap)
  return both
}
