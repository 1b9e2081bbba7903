import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Metadata } from '#contract/documents/validation.ts'
import { inspect } from '#inspector/inspect.ts'
import { onDesk, shadowed, turned } from '#inspector/testing/specimens/changes.ts'
import { photograph } from '#inspector/testing/specimens/photograph.ts'
import { randomFrom } from '#inspector/testing/specimens/random.ts'
import { crumpled, drawReceipt, stained } from '#inspector/testing/specimens/receipt.ts'
import { tilted } from '#inspector/testing/specimens/tilt.ts'
import { writeSection } from './results.ts'

/**
 * Reads date and total of photographed receipts: drawn ones, and with `RECEIPTS=<folder>` those of ICDAR 2019 SROIE
 * (`img` and `key`, or `data/img` and `data/key`). Only files with even numbers are opened. Those with a remainder of
 * 14 when divided by 16 are a holdout set that nobody looked at during development. `--each` prints each miss.
 */
const { values } = parseArgs({ options: { each: { type: 'boolean' } }, strict: false })

interface Scored {
  date: 'right' | 'missing' | 'wrong'
  total: 'right' | 'missing' | 'wrong'
  seconds: number
}

interface Expected {
  /** YYYY-MM-DD */
  date: string
  /** In hundredths of the currency. */
  total: number
}

const scored = async (name: string, bytes: Uint8Array, expected: Expected): Promise<Scored> => {
  const began = performance.now()
  const { metadata } = await inspect(bytes, {
    expectedTypes: ['address_proof', 'utility_bill'],
    today: new Date().toISOString().slice(0, 10),
    client: null,
  })
  const seconds = (performance.now() - began) / 1000
  const { documentDate, total } = metadata satisfies Metadata
  const score = {
    date: outcome(documentDate, expected.date),
    total: outcome(total?.amount ?? null, expected.total),
    seconds,
  }
  if (values.each && (score.date !== 'right' || score.total !== 'right'))
    console.error(
      `${name}: date ${expected.date} read as ${documentDate}; total ${expected.total} read as ${total?.amount}`,
    )
  return score
}

const outcome = <T>(read: T | null, expected: T) =>
  read === null ? ('missing' as const) : read === expected ? ('right' as const) : ('wrong' as const)

const drawn = async () => {
  const scores: Scored[] = []
  for (let seed = 1; seed <= 40; seed++) {
    const { canvas, truth } = drawReceipt(randomFrom(seed))
    const bytes = await photograph(canvas, {
      seed,
      changes: [
        crumpled(5 + (seed % 8)),
        stained,
        tilted(0.03),
        turned((seed % 7) - 3),
        onDesk(),
        shadowed(0.35),
      ],
    })
    scores.push(await scored(`drawn ${seed}`, bytes, truth))
  }
  return scores
}

const folderOf = (given: string) => (existsSync(join(given, 'img')) ? given : join(given, 'data'))

const photographed = async (given: string, rests: number[]) => {
  const folder = folderOf(given)
  const scores: Scored[] = []
  for (const file of readdirSync(join(folder, 'img')).toSorted()) {
    const number = Number.parseInt(file, 10)
    if (Number.isNaN(number) || !rests.includes(number % 16)) continue
    const key = join(folder, 'key', file.replace(/\.\w+$/, '.json'))
    const { date = '', total = '' } = JSON.parse(readFileSync(key, 'utf8'))
    const expected = { date: labelledDay(date), total: labelledTotal(total) }
    scores.push(await scored(file, readFileSync(join(folder, 'img', file)), expected))
  }
  return scores
}

/** Written independently of the inspector's own rules, so that both do not make the same mistakes. */
const labelledDay = (text: string) => {
  const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
  const named = months.findIndex((month) => text.toUpperCase().includes(month)) + 1
  const figures = (text.match(/\d+/g) ?? []).flatMap((part) =>
    part.length < 8
      ? [part]
      : part.startsWith('20')
        ? [part.slice(0, 4), part.slice(4, 6), part.slice(6)]
        : [part.slice(0, 2), part.slice(2, 4), part.slice(4)],
  )
  const [first = '', second = '', third = ''] = named ? [figures[0], String(named), figures[1]] : figures
  const [year, month, day] = first.length === 4 ? [first, second, third] : [third, second, first]
  const whole = year.length === 2 ? `20${year}` : year
  return `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const labelledTotal = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)

const row = (name: string, scores: Scored[] | null) => {
  if (scores === null) return `| ${name} | not run | | | | |`
  const share = (field: 'date' | 'total', outcome: Scored['date']) => {
    const count = scores.filter((score) => score[field] === outcome).length
    return `${count} (${((count / scores.length) * 100).toFixed(1)}%)`
  }
  return `| ${name} | ${scores.length} | ${share('date', 'right')} | ${share('date', 'wrong')} | ${share('total', 'right')} | ${share('total', 'wrong')} |`
}

const given = process.env.RECEIPTS
const sets = {
  'drawn, crumpled and stained': await drawn(),
  'labelled, tuned to': given ? await photographed(given, [0, 2, 4, 6, 8, 10, 12]) : null,
  'labelled, not looked at': given ? await photographed(given, [14]) : null,
}
const seconds = Object.values(sets)
  .flatMap((scores) => scores ?? [])
  .map((score) => score.seconds)
  .toSorted((a, b) => a - b)
writeSection(
  'Receipts',
  `Photographs of receipts, uploaded as proof of address; what is not sure is left out and counts neither as right nor as wrong.

| receipts | pictures | date right | date wrong | total right | total wrong |
|---|---|---|---|---|---|
${Object.entries(sets)
  .map(([name, scores]) => row(name, scores))
  .join('\n')}

Median ${(seconds[Math.floor(seconds.length / 2)] ?? 0).toFixed(2)} s.`,
)
process.exit()
