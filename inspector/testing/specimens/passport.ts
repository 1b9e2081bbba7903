import { type Holder, plainLetters } from './holders.ts'
import { type MrzFacts, machineName, td3 } from './mrz.ts'
import { drawPortrait } from './portrait.ts'
import { dayAs, type Forgery, type Specimen } from './specimen.ts'
import { type State, stateOf } from './states.ts'
import { drawWaves, newSurface, type Surface } from './surface.ts'

export interface PassportFacts {
  holder: Holder
  state: string
  number: string
  issueDate: string
  expiryDate: string
  forgery?: Forgery
}

/** The data page of a passport, 125 × 88 mm (ICAO Doc 9303 part 4). */
export const drawPassport = (facts: PassportFacts): Specimen => {
  const { holder, number, expiryDate, forgery } = facts
  const state = stateOf(facts.state)
  const surface = newSurface(125, 88)
  drawWaves(surface, state.colours)
  surface.write(state.title, { x: 8, y: 8, size: 3 })
  drawPortrait(surface, { x: 6, y: 14, width: 34, height: 44 }, holder)
  surface.field('Type/Type', 'P', { x: 44, y: 13 })
  surface.field('Code/Code', state.code, { x: 58, y: 13 })
  printFields(surface, facts, state)
  const zone = td3(zoneFacts(facts, state))
  surface.zone(forgery?.zone?.(zone) ?? zone, { x: 6.5, y: 76 })
  return {
    kind: 'passport',
    documentType: 'passport',
    canvas: surface.canvas,
    truth: {
      fullName: `${machineName(holder.givenNames)} ${machineName(holder.surname)}`,
      dateOfBirth: holder.birthDate,
      documentNumber: number,
      expiryDate,
    },
    zone,
  }
}

const zoneFacts = ({ holder, number, expiryDate }: PassportFacts, { code }: State): MrzFacts => ({
  ...holder,
  documentCode: 'P',
  issuer: code,
  nationality: code,
  documentNumber: number,
  expiryDate,
})

const printFields = (surface: Surface, facts: PassportFacts, state: State) => {
  const { labels, dates } = state
  const { holder, issueDate, expiryDate, forgery } = facts
  const printed = { ...holder, documentNumber: facts.number, ...forgery?.printed }
  // German and French passports keep accents in the print.
  const letters = (text: string) => (state.code === 'GBR' ? plainLetters(text) : text.toUpperCase())
  surface.field(labels.number, printed.documentNumber, { x: 86, y: 13 })
  surface.field(labels.surname, letters(printed.surname), { x: 44, y: 20 })
  surface.field(labels.givenNames, letters(printed.givenNames), { x: 44, y: 27 })
  surface.field(labels.nationality, state.nationality, { x: 44, y: 34 })
  surface.field(labels.birthDate, dayAs(printed.birthDate, dates), { x: 44, y: 41 })
  surface.field(labels.sex, holder.sex, { x: 44, y: 48 })
  surface.field(labels.birthPlace, holder.birthPlace, { x: 62, y: 48 })
  surface.field(labels.issueDate, dayAs(issueDate, dates), { x: 44, y: 55 })
  surface.field(labels.authority, state.authority, { x: 88, y: 55 })
  surface.field(labels.expiryDate, dayAs(expiryDate, dates), { x: 44, y: 62 })
}
