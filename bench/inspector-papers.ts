import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Expectation } from '#inspector/documents/expectation.ts'
import { inspect } from '#inspector/inspect.ts'
import { drawPage } from '#inspector/read/draw.ts'
import { wordsOf } from '#inspector/read/names.ts'
import { isFault, openPdf } from '#inspector/read/pdf.ts'
import { bills } from '#inspector/testing/layouts/bills.ts'
import { heldBack } from '#inspector/testing/layouts/held-back.ts'
import { later } from '#inspector/testing/layouts/later.ts'
import type { Layout, Said } from '#inspector/testing/layouts/layout.ts'
import { lifelikeBills } from '#inspector/testing/layouts/lifelike-bills.ts'
import { lifelikeStatements } from '#inspector/testing/layouts/lifelike-statements.ts'
import { statements } from '#inspector/testing/layouts/statements.ts'
import { drawPdf } from '#inspector/testing/paper.ts'
import { type Change, onDesk, shadowed, turned } from '#inspector/testing/specimens/changes.ts'
import { type Holder, holderFrom } from '#inspector/testing/specimens/holders.ts'
import { photograph } from '#inspector/testing/specimens/photograph.ts'
import { randomFrom } from '#inspector/testing/specimens/random.ts'
import { crumpled, stained } from '#inspector/testing/specimens/receipt.ts'
import { tilted } from '#inspector/testing/specimens/tilt.ts'
import { writeSection } from './results.ts'
import { today } from './specimens-cases.ts'

/**
 * Scores bills and statements in different layouts, as PDF text and as photographs: name, address, date, issuer and
 * total. The holdout layouts were drawn after the rules. `--text` leaves out the photographs, `--taken shadow` takes
 * only those whose name contains it, and `--each` prints each miss.
 */
const { values } = parseArgs({
  options: {
    each: { type: 'boolean' },
    text: { type: 'boolean' },
    taken: { type: 'string', default: '' },
  },
  strict: false,
})

const allPhotographs: Record<string, Change[]> = {
  'photograph, at an angle': [tilted(0.05), turned(7), onDesk()],
  'photograph, in shadow': [onDesk(), shadowed(0.45)],
  'photograph, crumpled': [crumpled(7), onDesk()],
  'photograph, stained': [stained, turned(-3), onDesk()],
}

const photographs = Object.fromEntries(
  Object.entries(allPhotographs).filter(([name]) => name.includes(String(values.taken))),
)

const fields = ['fullName', 'address', 'documentDate', 'issuer', 'total'] as const
type Field = (typeof fields)[number]
type Outcome = 'right' | 'missing' | 'wrong'

interface Scored {
  set: 'known' | 'held back'
  taken: string
  outcomes: Partial<Record<Field, Outcome>>
  confidence: number
}

const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const outcomeOf = (read: string | null, printed: string): Outcome => {
  if (read === null) return 'missing'
  return squeezed(read) === squeezed(printed) ? 'right' : 'wrong'
}

const issuerOutcome = (read: string | null, printed: string): Outcome => {
  if (read === null) return 'missing'
  const [ours, theirs] = [squeezed(read), squeezed(printed)]
  return ours.includes(theirs) || theirs.includes(ours) ? 'right' : 'wrong'
}

const saidBy = (holder: Holder, seed: number): Said => ({
  name: `${holder.sex === 'F' ? 'Mrs' : 'Mr'} ${holder.givenNames} ${holder.surname}`,
  address: holder.address,
  date: `2026-${seed % 2 ? '10' : '11'}-${String((seed * 5) % 18 || 7).padStart(2, '0')}`,
  total: `${40 + ((seed * 37) % 400)}.${String((seed * 13) % 100).padStart(2, '0')}`,
})

const expectationFor = (layout: Layout, holder: Holder): Expectation => ({
  expectedTypes:
    layout.type === 'funds_proof'
      ? ['funds_proof', 'bank_statement']
      : ['address_proof', 'utility_bill', 'bank_statement'],
  today,
  client: {
    firstName: holder.givenNames,
    lastName: holder.surname,
    dateOfBirth: null,
    address: holder.address.slice(0, -1).join(', '),
    postcode: holder.address.at(-1) ?? null,
  },
})

const known = { ...bills, ...statements, ...later, ...lifelikeBills, ...lifelikeStatements }

/** The number of people for whom each holdout layout is printed. */
const people = 25

const scores: Scored[] = []
for (const [set, layouts] of [
  ['known', known],
  ['held back', heldBack],
] as const)
  for (const [at, [name, layout]] of Object.entries<Layout>(layouts).entries()) {
    const seed = at + (set === 'known' ? 1 : 501)
    const personFor = (number: number) => {
      const person = holderFrom(randomFrom(number))
      const holder = { ...person, address: layout.abroad ?? person.address }
      return { holder, said: saidBy(holder, number) }
    }
    const whole = personFor(seed)
    const bytes = await drawPdf(layout.draw(whole.said))
    const score = async (manner: string, file: Uint8Array, { holder, said } = whole) => {
      const { metadata, confidence } = await inspect(file, expectationFor(layout, holder))
      const outcomes: Scored['outcomes'] = {
        fullName: outcomeOf(
          metadata.fullName && wordsOf(metadata.fullName).join(),
          wordsOf(said.name).join(),
        ),
        documentDate: outcomeOf(metadata.documentDate, said.date),
        issuer: issuerOutcome(metadata.issuer, layout.issuer),
        ...(layout.type !== 'funds_proof' && {
          address: outcomeOf(
            metadata.address?.replace(', United Kingdom', '') ?? null,
            said.address.join(', '),
          ),
        }),
        ...(layout.hasTotal && {
          total: outcomeOf(metadata.total && String(metadata.total.amount), said.total.replace('.', '')),
        }),
      }
      scores.push({ set, taken: manner, outcomes, confidence })
      if (values.each)
        for (const [field, outcome] of Object.entries(outcomes))
          if (outcome !== 'right')
            console.error(
              `${name}, ${manner}: ${field} ${JSON.stringify(field === 'issuer' ? layout.issuer : field === 'fullName' ? said.name : field === 'address' ? said.address.join(', ') : field === 'total' ? said.total : said.date)} read as ${JSON.stringify(metadata[field as Field])}`,
            )
    }
    await score('PDF', bytes)
    // There are few holdout layouts, so each is printed for more people.
    for (let copy = 1; set === 'held back' && copy < people; copy++) {
      const other = personFor(seed + copy * 20)
      await score('PDF', await drawPdf(layout.draw(other.said)), other)
    }
    if (values.text) continue
    const pdf = await openPdf(bytes)
    if (isFault(pdf)) throw new Error(`A drawn paper did not open: ${pdf}`)
    for (const [taken, changes] of Object.entries(photographs)) {
      const canvas = await drawPage(await pdf.page(1), 2.8)
      await score(taken, await photograph(canvas, { seed, changes }))
    }
    await pdf.close()
  }

const shareOf = (list: Outcome[], wanted: Outcome) => {
  const count = list.filter((outcome) => outcome === wanted).length
  return list.length === 0 ? '–' : `${Math.round((count / list.length) * 100)}%`
}

const tableOf = (set: Scored['set']) => {
  const takings = ['PDF', ...(values.text ? [] : Object.keys(photographs))]
  const rows = takings.map((manner) => {
    const cells = fields.map((field) => {
      const list = scores
        .filter((score) => score.set === set && score.taken === manner)
        .flatMap(({ outcomes }) => outcomes[field] ?? [])
      return `${shareOf(list, 'right')}, ${shareOf(list, 'wrong')}`
    })
    return `| ${manner} | ${cells.join(' | ')} |`
  })
  return `| ${set} | name | address | day | issuer | total |\n|---|---|---|---|---|---|\n${rows.join('\n')}`
}

const bands = [0, 0.5, 0.8, 0.9, 1.01]
const calibration = bands.slice(0, -1).map((low, at) => {
  const shown = (set: Scored['set']) =>
    scores
      .filter(
        (score) => score.set === set && score.confidence >= low && score.confidence < (bands[at + 1] ?? 1),
      )
      .flatMap(({ outcomes }) => Object.values(outcomes))
      .filter((outcome) => outcome !== 'missing')
  const [known, held] = [shown('known'), shown('held back')]
  return `| ${low} to ${Math.min(1, bands[at + 1] ?? 1)} | ${known.length}, ${shareOf(known, 'right')} | ${held.length}, ${shareOf(held, 'right')} |`
})

writeSection(
  'Bills and statements',
  `${Object.keys(known).length} layouts that the rules were made with, and ${Object.keys(heldBack).length} that were drawn afterwards, each printed for ${people} people as a PDF. Each cell: read right, read wrongly; the rest was left out.

${tableOf('known')}

${tableOf('held back')}

| confidence of the verdict | values shown and right, layouts known | held back |
|---|---|---|
${calibration.join('\n')}
`,
)
process.exit()
