import { facing, locateLines, type TextLine } from '../ocr/lines.ts'
import type { Picture } from '../ocr/picture.ts'
import { flipped, pointOn, type Strip, seenFrom } from '../ocr/strip.ts'
import { rowsFrom } from './column-fit.ts'
import { type Layout, layouts } from './formats.ts'
import { type Mrz, parseCells, type Reading, suitability } from './parse.ts'
import { joinedStrips, type Level, likely, type Row, readRow, readStack, rowFrom } from './rows.ts'

export interface MrzRead {
  mrz: Mrz | null
  /** What was seen of a zone that is cut off or unreadable; null where none was seen, or all of it was. */
  partial: 'cut' | 'unclear' | null
}

/** What is known of the picture already. */
interface Known {
  lines: TextLine[]
  turned: number
  /** YYYY-MM-DD; completes years of two digits. Today where it is left out. */
  today?: string
}

const mostRows = 10
const surelyRead = 0.9

/**
 * Fillers that are taken for letters are all taken for the same few, which then repeat; and a row without fillers is
 * full of figures.
 */
const isProse = (text: string) => {
  if (/[<«]/.test(text)) return false
  const isWords = text.replace(/\D/g, '').length < fewFigures && !/([KCSELXF(])\1\1/i.test(text)
  return isWords || new Set(text.match(/[a-z]/g)).size >= 6
}
const fewFigures = 6

/** Rows of a zone have thirty letters and more; a line of which a part was not read may be one. */
const isShort = (text: string, { width, height }: Strip) =>
  text.length < mostShort && text.length > (width / height) * leastLetters
const mostShort = 20
const leastLetters = 0.75

/** Finds and reads the machine readable zone of a passport, card or visa, whatever way it was held. */
export const readMrz = async (picture: Picture, known?: Known): Promise<MrzRead> => {
  const today = known?.today ?? new Date().toISOString().slice(0, 10)
  const clear = known && (await clearAlready(picture, { lines: known.lines, today }))
  if (clear) return told(picture, clear)
  const strips = known ? known.lines.map(({ box }) => box) : await stripsIn(picture)
  const isSure = (at: number) => (known?.lines[at]?.confidence ?? 0) >= surelyRead
  const prose = strips.filter((strip, at) => {
    const text = known?.lines[at]?.text ?? ''
    return isSure(at) && (isProse(text) || isShort(text, strip))
  })
  const upright = await lookedAt(picture, { strips, noRows: new Set(prose), today })
  if (upright.best?.parsed.areDigitsRight || (known && upright.seeds.length > 0))
    return told(picture, upright)
  const overs = strips.map(flipped)
  // What makes sense as it stands does not stand on its head.
  const upside = overs.filter((_, at) => isSure(at))
  const over = await lookedAt(picture, { strips: overs, noRows: new Set(upside), today })
  return told(picture, scoreOf(over) > scoreOf(upright) ? over : upright)
}

const stripsIn = async (picture: Picture) => {
  const { strips, turn } = await locateLines(picture)
  return strips.map((strip) => facing(strip, turn))
}

interface Look {
  best: Found | null
  /** Rows that look like a zone's. */
  seeds: Row[]
}

interface Found extends Reading {
  rows: Row[]
}

const scoreOf = ({ best, seeds }: Look) => (best?.score ?? 0) + (seeds[0]?.likeness ?? 0)

const lookedAt = async (
  picture: Picture,
  { strips, noRows, today }: { strips: Strip[]; noRows: Set<Strip>; today: string },
): Promise<Look> => {
  const joined = joinedStrips(strips)
  const long = joined.filter(({ width, height }) => width > height * 9).slice(0, mostRows)
  const waiting = long.filter((strip) => !noRows.has(strip))
  const rows: Row[] = []
  let look: Look = { best: null, seeds: [] }
  while (waiting.length > 0) {
    // Where rows of a zone were found, those beside them are read first, and all others only if these do not do.
    const seeds = seedsOf(rows)
    const near = waiting.findIndex((strip) => seeds.some((seed) => isBeside(strip, seed.strip)))
    if (near < 0 && seeds.length > 1 && look.seeds.length < seeds.length) {
      look = await stackedAt(picture, { rows, joined, today })
      if (look.best?.parsed.areDigitsRight) return look
    }
    const [strip] = waiting.splice(Math.max(0, near), 1)
    if (strip) rows.push(await readRow(picture, strip))
    const clear = (rows.at(-1)?.likeness ?? 0) >= likely && clearlyRead(rows, today)
    if (clear) return clear
  }
  return seedsOf(rows).length > look.seeds.length ? stackedAt(picture, { rows, joined, today }) : look
}

const seedsOf = (rows: Row[]) =>
  rows.filter(({ likeness }) => likeness >= likely).toSorted((a, b) => b.likeness - a.likeness)

const isBeside = (strip: Strip, seed: Strip) => Math.abs(seenFrom(seed, strip).across) < seed.height * 5

const stackedAt = async (
  picture: Picture,
  { rows, joined, today }: { rows: Row[]; joined: Strip[]; today: string },
): Promise<Look> => {
  const seeds = seedsOf(rows)
  let best: Found | null = null
  for (const seed of seeds.slice(0, 3)) {
    const stack = await readStack(picture, { seed, rows, strips: joined })
    // Where rows are printed far apart, what was guessed to stand between them parts them; and most zones need no guess.
    for (const levels of [async () => stack.seen, stack.whole]) {
      const found = bestOf(await levels(), today)
      if (found && found.score > (best?.score ?? 0)) best = found
      if (best?.parsed.areDigitsRight) return { best, seeds }
    }
  }
  return { best, seeds }
}

/** What was read with the other lines is enough where it is clear; but names have no check digit, and are read again. */
const clearAlready = async (
  picture: Picture,
  { lines, today }: { lines: TextLine[]; today: string },
): Promise<Look | null> => {
  const rows = lines.flatMap(({ text, box, reading }) =>
    reading && text.length >= leastOfRow ? [rowFrom(box, reading)] : [],
  )
  const seen = clearlyRead(rows, today)
  if (!seen) return null
  const { format } = seen.best.parsed
  const again: Row[] = []
  for (const [at, row] of seen.best.rows.entries())
    again.push(at === (format === 'TD1' ? 2 : 0) ? await readRow(picture, row.strip) : row)
  return clearlyRead(again, today)
}

/** Letters; fillers may have been taken for few of them. */
const leastOfRow = 20

/** A zone of which every letter was read clearly and fits at once: no other row and no second look tells more. */
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

/** Tries every two or three neighbouring rows in every size, each in the ways that suit its columns best. */
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

/** One layout of each size: visas share theirs with passports and cards. */
const sizes = layouts.filter(({ format }) => format === 'TD1' || format === 'TD2' || format === 'TD3')

const mostChoices = 3

/** Rows that are far too long or short for a format are not tried in it; names may end early. */
const choicesOf = (readings: Row[], { layout, row }: { layout: Layout; row: number }) =>
  readings
    .filter(({ text }) => text.length < layout.length * 1.2 && text.length > layout.length * 0.4)
    .flatMap((read) =>
      rowsFrom(read.peaks, { reading: read.reading, length: layout.length }).map((cells) => ({
        row: read,
        cells,
      })),
    )
    .map((choice) => ({ ...choice, score: suitability(layout, { row, cells: choice.cells }) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostChoices)

const combined = <T>(choices: T[][]): T[][] =>
  choices.reduce<T[][]>((sofar, next) => sofar.flatMap((begun) => next.map((item) => [...begun, item])), [[]])

const told = (picture: Picture, { best, seeds }: Look): MrzRead => {
  if (best?.isCredible) return { mrz: { ...best.parsed, box: boxOf(best.rows) }, partial: null }
  const [seed] = seeds
  if (!seed) return { mrz: null, partial: null }
  return { mrz: null, partial: seeds.length === 1 || touchesEdge(picture, seed.strip) ? 'cut' : 'unclear' }
}

/** A row that runs out of the picture, or has no room for another below it. */
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

/** A zone that lies apart from the one that was read, as of a second document in one picture. */
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

// Fillers stand in no other line of print.
const isRow = ({ text }: TextLine) => text.replace(/[^<«]/g, '').length >= 5
