import type { Segment } from './lines.ts'

/** Where words that explain a value stand: first at its left on the same line, then above it in its column. */
export const besideOrAbove = (segment: Segment, segments: Segment[]): Segment[] =>
  [leftOf(segment, segments), above(segment, segments)].filter((found) => found !== undefined)

/** Where the value of a label stands: first at its right on the same line, then below it in its column. */
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

const below = (segment: Segment, segments: Segment[]) =>
  segments
    .filter((other) => {
      const drop = other.baseline - segment.baseline
      return other.page === segment.page && drop > segment.height * 0.4 && drop < reach(segment, other, 2.4)
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

/** Aligned at the left, at the right, or by their middles. */
const sharesColumn = (a: Segment, b: Segment) => {
  const near = Math.max(a.height, b.height) * 0.6
  const middles = Math.abs((a.x + a.right) / 2 - (b.x + b.right) / 2)
  return Math.abs(a.x - b.x) < near || Math.abs(a.right - b.right) < near || middles < near
}
