import { type Facts, okafor } from './documents.ts'
import type { Draw } from './paper.ts'

/** Bills in Welsh, and the rates bill that Northern Ireland has instead of council tax. */
const block = ({ name, address }: Facts) => [...name, ...address]

export const welshWaterBill =
  (facts: Facts = okafor): Draw =>
  (pen) => {
    pen.write('Dwr Cymru Welsh Water', { x: 60, y: 60, size: 20, isBold: true })
    pen.write('Eich bil dwr', { x: 60, y: 90, size: 14 })
    pen.stack(block(facts), { x: 60, y: 130 })
    pen.pair('Rhif cwsmer', '123456789', { x: 330, y: 130 })
    pen.pair('Dyddiad y bil', facts.date, { x: 330, y: 146 })
    pen.stack(['Taliadau dwr', 'Taliadau carthffosiaeth', 'Tâl sefydlog', 'Cyfanswm £117.48'], {
      x: 60,
      y: 290,
    })
  }

export const welshCouncilTax =
  (facts: Facts, years: string): Draw =>
  (pen) => {
    pen.write('Cyngor Caerdydd', { x: 60, y: 60, size: 16, isBold: true })
    pen.write(`Bil Treth y Cyngor ${years}`, { x: 60, y: 90, size: 14, isBold: true })
    pen.stack(block(facts), { x: 60, y: 150 })
    pen.pair('Dyddiad cyhoeddi', facts.date, { x: 330, y: 150 })
    pen.pair('Band prisio', 'Band D', { x: 330, y: 166 })
    pen.stack(['Praesept yr Heddlu', 'Deg rhandaliad o 1 Ebrill 2026'], { x: 60, y: 320 })
  }

export const ratesBill =
  (facts: Facts, years: string): Draw =>
  (pen) => {
    pen.write('Land & Property Services', { x: 60, y: 60, size: 16, isBold: true })
    pen.write(`Rate Bill ${years}`, { x: 60, y: 90, size: 14, isBold: true })
    pen.stack(block(facts), { x: 60, y: 150 })
    pen.pair('Date of issue', facts.date, { x: 330, y: 150 })
    pen.pair('Capital Value', '£140,000', { x: 330, y: 166 })
    pen.stack(['District rate', 'Regional rate', 'Total due £1,200.00'], { x: 60, y: 320 })
  }
