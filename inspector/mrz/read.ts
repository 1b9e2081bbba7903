import { facing, locateLines, type TextLine } from '../ocr/lines.ts'
import type { Picture } from '../ocr/picture.ts'
import { flipped, pointOn, type Strip, seenFrom } from '../ocr/strip.ts'
import { rowsFrom } from './column-fit.ts'
import { type Layout, layouts } from './formats.ts'
import { type Mrz, parseCells, type Reading, suitability } from './parse.ts'
import { joinedStrips, type Level, likely, type Row, readRow, readStack, rowFrom } from './rows.ts'
import { votedNames } from './vote.ts'

export interface MrzRead {
  mrz: Mrz | null
  /** Why a visible MRZ was not read. Null if none was found, or all of it was read. */
  partial: 'cut' | 'unclear' | null
}

/** What is already known about the picture. */
interface Known {
  lines: TextLine[]
  turned: number
  /** YYYY-MM-DD, to complete two-digit years. Defaults to today. */
  today?: string
}

const mostRows = 10
const surelyRead = 0.9

/**
 * Whether a line is ordinary text. If fillers are misread, all become the same few letters, which then repeat. A row
 * without fillers is full of figures.
 */
const isProse = (text: string) => {
  if (/[<«]/.test(text)) return false
  const isWords = text.replace(/\D/g, '').length < fewFigures && !/([KCSELXF(])\1\1/i.test(text)
  return isWords || new Set(text.match(/[a-z]/g)).size >= 6
}
const fewFigures = 6

/**
 * Whether a line is too short for an MRZ row of thirty letters or more. An incompletely read line may be one.
 */
const isShort = (text: string, { width, height }: Strip) =>
  text.length < mostShort && text.length > (width / height) * leastLetters
const mostShort = 20
const leastLetters = 0.75

/** Finds and reads the machine readable zone of a passport, card or visa, in any orientation. */
export const readMrz = async (picture: Picture, known?: Known): Promise<MrzRead> => {
  const today = known?.today ?? new Date().toISOString().slice(0, 10)
  const earlier = rowsOf(known?.lines ?? [])
  const clear = known && (await clearAlready(picture, { rows: earlier, today }))
  if (clear) return resultOf(picture, clear)
  const strips = known ? known.lines.map(({ box }) => box) : await stripsIn(picture)
  const isSure = (at: number) => (known?.lines[at]?.confidence ?? 0) >= surelyRead
  const prose = strips.filter((strip, at) => {
    const text = known?.lines[at]?.text ?? ''
    return isSure(at) && (isProse(text) || isShort(text, strip))
  })
  const upright = await readStrips(picture, { strips, noRows: new Set(prose), today, earlier })
  if (upright.best?.parsed.areDigitsRight || (known && upright.seeds.length > 0))
    return resultOf(picture, upright)
  const overs = strips.map(flipped)
  // A line that was read with confidence is not upside down.
  const upside = overs.filter((_, at) => isSure(at))
  const over = await readStrips(picture, { strips: overs, noRows: new Set(upside), today, earlier: [] })
  return resultOf(picture, scoreOf(over) > scoreOf(upright) ? over : upright)
}

const stripsIn = async (picture: Picture) => {
  const { strips, turn } = await locateLines(picture)
  return strips.map((strip) => facing(strip, turn))
}

interface Look {
  best: Found | null
  /** Rows that look like an MRZ. */
  seeds: Row[]
}

interface Found extends Reading {
  rows: Row[]
}

const scoreOf = ({ best, seeds }: Look) => (best?.score ?? 0) + (seeds[0]?.likeness ?? 0)

interface Wanted {
  strips: Strip[]
  /** Strips that hold other print. */
  noRows: Set<Strip>
  today: string
  /** Rows as they were read with the other print of the page. */
  earlier: Row[]
}

const readStrips = async (picture: Picture, { strips, noRows, today, earlier }: Wanted): Promise<Look> => {
  const joined = joinedStrips(strips)
  const long = joined.filter(({ width, height }) => width > height * 9).slice(0, mostRows)
  const waiting = long.filter((strip) => !noRows.has(strip))
  const rows: Row[] = []
  let look: Look = { best: null, seeds: [] }
  while (waiting.length > 0) {
    // Reads the rows next to rows of an MRZ first, and the others only if these are not enough.
    const seeds = seedsOf(rows)
    const near = waiting.findIndex((strip) => seeds.some((seed) => isBeside(strip, seed.strip)))
    if (near < 0 && seeds.length > 1 && look.seeds.length < seeds.length) {
      look = await readStacks(picture, { rows, joined, today, earlier })
      if (look.best?.parsed.areDigitsRight) return look
    }
    const [strip] = waiting.splice(Math.max(0, near), 1)
    if (strip) rows.push(await readRow(picture, strip))
    const clear = (rows.at(-1)?.likeness ?? 0) >= likely && clearlyRead(rows, today)
    if (clear) return clear
  }
  return seedsOf(rows).length > look.seeds.length
    ? readStacks(picture, { rows, joined, today, earlier })
    : look
}

const seedsOf = (rows: Row[]) =>
  rows.filter(({ likeness }) => likeness >= likely).toSorted((a, b) => b.likeness - a.likeness)

const isBeside = (strip: Strip, seed: Strip) => Math.abs(seenFrom(seed, strip).across) < seed.height * 5

const readStacks = async (
  picture: Picture,
  { rows, joined, today, earlier }: { rows: Row[]; joined: Strip[] } & Omit<Wanted, 'strips' | 'noRows'>,
): Promise<Look> => {
  const seeds = seedsOf(rows)
  let best: Found | null = null
  for (const seed of seeds.slice(0, 3)) {
    const stack = await readStack(picture, { seed, rows, strips: joined, earlier })
    // Tries the detected rows first: most MRZs need no guessed row, and if rows are printed far apart, a guessed row
    // between them would separate them.
    for (const levels of [async () => stack.seen, stack.whole]) {
      const found = bestOf(await levels(), today)
      if (found && found.score > (best?.score ?? 0)) best = found
      if (best?.parsed.areDigitsRight) return { best, seeds }
    }
  }
  return { best, seeds }
}

/** Uses the earlier reading of the lines if it is clear. Names have no check digit, so they are read again. */
const clearAlready = async (
  picture: Picture,
  { rows, today }: { rows: Row[]; today: string },
): Promise<Look | null> => {
  const seen = clearlyRead(rows, today)
  if (!seen) return null
  const { format } = seen.best.parsed
  const again: Row[] = []
  for (const [at, row] of seen.best.rows.entries())
    again.push(at === (format === 'TD1' ? 2 : 0) ? await readRow(picture, row.strip) : row)
  return clearlyRead(again, today)
}

const rowsOf = (lines: TextLine[]) =>
  lines.flatMap(({ text, box, reading }) =>
    reading && text.length >= leastOfRow ? [rowFrom(box, reading)] : [],
  )

/** Letters of a row. Fillers may have merged into fewer. */
const leastOfRow = 20

/**
 * Returns an MRZ if every letter was read clearly and all fits. Then no other row or second reading can add anything.
 */
const clearlyRead = (rows: Row[], today: string): (Look & { best: Found }) | null => {
  const seeds = rows.filter(({ likeness }) => likeness >= likely)
  const [first] = seeds
  if (!first || seeds.length < 2) return null
  const stack = seeds
    .map((row) => ({ row, ...seenFrom(first.strip, row.strip) }))
    .filter(({ across }) => Math.abs(across) < first.strip.height * 5)
    .toSorted((a, b) => a.across - b.across)
  const best = bestOf(
    stack.map(({ row }) => [row]),
    today,
  )
  if (!best) return null
  const { areDigitsRight, isCompositeChecked, isRepaired, confidence, lines } = best.parsed
  const isWhole = areDigitsRight && isCompositeChecked !== false && !isRepaired && confidence >= surelyRead
  return isWhole && best.rows.every(({ text }, at) => text === lines[at]) ? { best, seeds } : null
}

/** Tries every two or three neighbouring rows in every size, with the best column assignments of each. */
const bestOf = (stack: Level[], today: string): Found | null => {
  let best: Found | null = null
  for (const layout of sizes)
    for (let top = 0; top + layout.rows.length <= stack.length; top++) {
      const choices = layout.rows.map((_, row) => choicesOf(stack[top + row] ?? [], { layout, row }))
      for (const combination of combined(choices)) {
        const reading = parseCells(
          combination.map(({ cells }) => cells),
          today,
        )
        if (reading && reading.score > (best?.score ?? 0))
          best = { ...reading, rows: combination.map(({ row }) => row) }
      }
    }
  return best
}

/** One layout per size: visas have the same size as passports and cards. */
const sizes = layouts.filter(({ format }) => format === 'TD1' || format === 'TD2' || format === 'TD3')

const mostChoices = 3

/** Skips rows that are far too long or short for a format. Names may end early. */
const choicesOf = (readings: Row[], { layout, row }: { layout: Layout; row: number }) => {
  const fitted = readings
    .filter(({ text }) => text.length < layout.length * 1.2 && text.length > layout.length * 0.4)
    .map((read) =>
      rowsFrom(read.peaks, { reading: read.reading, length: layout.length })
        .map((cells) => ({ row: read, cells, score: suitability(layout, { row, cells }) }))
        .toSorted(byScore),
    )
  const names = layout.names.find((span) => span.row === row)
  return fitted
    .flatMap((choices, at) => {
      if (choices[0]?.row.isVoter) return []
      const others = fitted.toSpliced(at, 1).flatMap(([best]) => (best ? [best.cells] : []))
      return choices.map((choice) => ({
        ...choice,
        cells: names ? votedNames(choice.cells, others, names) : choice.cells,
      }))
    })
    .toSorted(byScore)
    .slice(0, mostChoices)
}

const byScore = (a: { score: number }, b: { score: number }) => b.score - a.score

const combined = <T>(choices: T[][]): T[][] =>
  choices.reduce<T[][]>((sofar, next) => sofar.flatMap((begun) => next.map((item) => [...begun, item])), [[]])

const resultOf = (picture: Picture, { best, seeds }: Look): MrzRead => {
  if (best?.isCredible) return { mrz: { ...best.parsed, box: boxOf(best.rows) }, partial: null }
  const [seed] = seeds
  if (!seed) return { mrz: null, partial: null }
  return { mrz: null, partial: seeds.length === 1 || touchesEdge(picture, seed.strip) ? 'cut' : 'unclear' }
}

/** Whether a row reaches the edge of the picture, or has no room for another row below it. */
const touchesEdge = ({ width, height }: Picture, strip: Strip) =>
  [-1, 1].some((way) => {
    const ends = [pointOn(strip, (way * strip.width) / 2, 0), pointOn(strip, 0, way * strip.height * 0.9)]
    return ends.some(({ x, y }) => x < 3 || y < 3 || x > width - 3 || y > height - 3)
  })

const boxOf = (rows: Row[]) => {
  const [first, last] = [rows[0]?.strip, rows.at(-1)?.strip]
  if (!first || !last) return { x: 0, y: 0, width: 0, height: 0, angle: 0 }
  const apart = Math.hypot(last.x - first.x, last.y - first.y)
  return {
    x: (first.x + last.x) / 2,
    y: (first.y + last.y) / 2,
    width: Math.max(first.width, last.width),
    height: apart + (first.height + last.height) / 2,
    angle: first.angle,
  }
}

/** Reads a second MRZ elsewhere in the picture, as of a second document. */
export const readOtherZone = async (
  picture: Picture,
  { mrz, ...known }: Known & { mrz: Mrz },
): Promise<Mrz | null> => {
  const lines = known.lines.filter((line) => isApart(line, mrz.box))
  if (!lines.some(isRow)) return null
  const other = await readMrz(picture, { ...known, lines })
  return other.mrz?.areDigitsRight ? other.mrz : null
}

const isApart = ({ box }: TextLine, zone: Mrz['box']) => {
  const { along, across } = seenFrom(zone, box)
  return Math.abs(along) > zone.width / 2 || Math.abs(across) > zone.height / 2 + box.height / 2
}

// No other line of print contains fillers.
const isRow = ({ text }: TextLine) => text.replace(/[^<«]/g, '').length >= 5
