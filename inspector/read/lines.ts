import type { TextItem } from './annotations.ts'
import type { PageText } from './page-text.ts'

/** Words on one line of one column. */
export interface Segment {
  text: string
  /** 1-based. */
  page: number
  x: number
  right: number
  baseline: number
  height: number
  /** Position down the page, 0 top to 1 bottom. */
  depth: number
  /** Confidence of the text recognition, 0 to 1. Absent if the text comes from the file itself. */
  confidence?: number
  /** The box on the displayed page, as fractions of it from its top left corner. */
  place?: { x: number; y: number; width: number; height: number }
}

/** Joins runs of text into lines, and splits a line at a gap wide enough to begin a new column. */
export const segmentsOf = (page: PageText, number: number): Segment[] => {
  const lines = linesOf(page.items.filter((item) => item.isLevel && isSeen(item, page)))
  const columns = columnsOf(lines)
  return lines
    .flatMap((line) => partsOf(line, columns))
    .map((items) => segmentOf(items, { number, page }))
    .filter(({ text }) => text !== '')
}

// Words outside the page or too small to see are not part of what people read.
const isSeen = ({ x, baseline, height }: TextItem, page: PageText) =>
  height >= 3 && x > -1 && x < page.width && baseline > 0 && baseline < page.height + 1

const linesOf = (items: TextItem[]) => {
  const lines: TextItem[][] = []
  for (const item of items.toSorted((a, b) => a.baseline - b.baseline || a.x - b.x)) {
    const line = lines.at(-1)
    const first = line?.[0]
    const isSameLine =
      first && Math.abs(first.baseline - item.baseline) < Math.max(first.height, item.height) * 0.4
    if (line && isSameLine) line.push(item)
    else lines.push([item])
  }
  return lines.map((line) => line.toSorted((a, b) => a.x - b.x))
}

// Letter-spaced text also has wide spaces between words, so a column needs a wider gap there.
const partsOf = (line: TextItem[], columns: number[] = []) => {
  const isWide = isSpaced(line.map(({ text }) => text))
  const widest = isWide ? 2.6 : 1.5
  const parts: TextItem[][] = []
  for (const item of line) {
    const part = parts.at(-1)
    const before = part?.at(-1)
    const gap = before ? item.x - (before.x + before.width) : Number.POSITIVE_INFINITY
    const size = Math.max(item.height, before?.height ?? 0)
    const isCell = !isWide && gap > size * leastOfCell && isAt(item, columns)
    if (part && gap < size * widest && !isCell) part.push(item)
    else parts.push([item])
  }
  return parts
}

/** The least gap between two cells of a table, in heights of the text: wider than a typewriter's space. */
const leastOfCell = 0.65

/** Where columns begin: behind a wide gap, at the same place on two lines or more. A long cell leaves a small gap before them. */
const columnsOf = (lines: TextItem[][]): number[] => {
  const starts = lines
    .flatMap((line) =>
      partsOf(line)
        .slice(1)
        .flatMap(([first]) => first?.x ?? []),
    )
    .toSorted((a, b) => a - b)
  const isNear = (x: number, other = Number.NaN) => Math.abs(other - x) < aligned
  return starts.filter((x, at) => isNear(x, starts[at - 1]) || isNear(x, starts[at + 1]))
}

// A page may have thousands of columns and of words, so the columns are in order, and the nearest is found by halves.
const isAt = ({ x }: TextItem, columns: number[]) => {
  let [from, to] = [0, columns.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((columns[middle] ?? 0) <= x - aligned) from = middle + 1
    else to = middle
  }
  return Math.abs((columns[from] ?? Number.NaN) - x) < aligned
}

/** In points. */
const aligned = 0.5

const segmentOf = (items: TextItem[], { number, page }: { number: number; page: PageText }): Segment => {
  const first = items[0]
  const last = items.at(-1)
  const [x, baseline, height] = [first?.x ?? 0, first?.baseline ?? 0, first?.height ?? 0]
  const right = (last?.x ?? 0) + (last?.width ?? 0)
  const place = {
    x: x / page.width,
    y: (baseline - height) / page.height,
    width: (right - x) / page.width,
    height: (height * 1.25) / page.height,
  }
  return {
    text: joined(items),
    page: number,
    x,
    right,
    baseline,
    height,
    depth: baseline / page.height,
    place,
  }
}

const joined = (items: TextItem[]) => {
  const words = items.map(({ text }) => text)
  const text = isSpaced(words) ? words.map(restoreSpaces).join(' ') : joinItems(items)
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim()
}

// Some PDF producers place every letter or half a word separately, so only a visible gap is a space.
const joinItems = (items: TextItem[]) => {
  let text = ''
  let end = Number.NEGATIVE_INFINITY
  for (const item of items) {
    text += (item.x - end > item.height * 0.15 ? ' ' : '') + item.text
    end = item.x + item.width
  }
  return text
}

/** Detects letter-spaced text, "S T A T E M E N T": nearly every word is one letter long. */
const isSpaced = (words: string[]) => {
  const tokens = words.join(' ').split(/\s+/).filter(Boolean)
  return tokens.length >= 5 && tokens.filter(({ length }) => length === 1).length > tokens.length * 0.75
}

// If the spaces between words are lost as well, capitals and figures show where words began.
const restoreSpaces = (text: string) =>
  text
    .replace(/\s+/g, '')
    .replace(/(\p{Ll})(?=[\p{Lu}\d])/gu, '$1 ')
    .replace(/(\d)(?=\p{L}{3})/gu, '$1 ')

/** Places where the label of a value can be: at its left on the same line, then above it in its column. */
export const besideOrAbove = (segment: Segment, segments: Segment[]): Segment[] =>
  [leftOf(segment, segments), above(segment, segments)].filter((found) => found !== undefined)

/** Places where the value of a label can be: at its right on the same line, then below it in its column. */
export const besideOrBelow = (segment: Segment, segments: Segment[]): Segment[] =>
  [rightOf(segment, segments), below(segment, segments)].filter((found) => found !== undefined)

/** The next segment up in the same column, at most `lines` line heights away. */
export const above = (segment: Segment, segments: Segment[], lines = 2.4) =>
  segments
    .filter((other) => {
      const rise = segment.baseline - other.baseline
      return other.page === segment.page && rise > segment.height * 0.4 && rise < reach(segment, other, lines)
    })
    .filter((other) => sharesColumn(segment, other))
    .toSorted((a, b) => b.baseline - a.baseline)
    .at(0)

/** The next segment down in the same column, at most `lines` line heights away. */
export const below = (segment: Segment, segments: Segment[], lines = 2.4) =>
  segments
    .filter((other) => {
      const drop = other.baseline - segment.baseline
      return other.page === segment.page && drop > segment.height * 0.4 && drop < reach(segment, other, lines)
    })
    .filter((other) => sharesColumn(segment, other))
    .toSorted((a, b) => a.baseline - b.baseline)
    .at(0)

const leftOf = (segment: Segment, segments: Segment[]) =>
  sameLine(segment, segments)
    .filter(({ right }) => right <= segment.x)
    .toSorted((a, b) => b.right - a.right)
    .at(0)

export const rightOf = (segment: Segment, segments: Segment[]) =>
  sameLine(segment, segments)
    .filter(({ x }) => x >= segment.right)
    .toSorted((a, b) => a.x - b.x)
    .at(0)

const sameLine = (segment: Segment, segments: Segment[]) =>
  segments.filter(
    (other) =>
      other !== segment &&
      other.page === segment.page &&
      Math.abs(other.baseline - segment.baseline) < Math.max(other.height, segment.height) * 0.5,
  )

const reach = (a: Segment, b: Segment, lines: number) => Math.max(a.height, b.height) * lines

/** Aligned at the left, at the right, or by their centres. */
const sharesColumn = (a: Segment, b: Segment) => {
  const near = Math.max(a.height, b.height) * 0.6
  const middles = Math.abs((a.x + a.right) / 2 - (b.x + b.right) / 2)
  return Math.abs(a.x - b.x) < near || Math.abs(a.right - b.right) < near || middles < near
}
