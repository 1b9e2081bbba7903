import FFT from 'fft.js'
import type { Picture } from '../ocr/picture.ts'
import { valueAtRank } from './rank.ts'

/** Points along each side of the square tiles whose frequencies are measured: a power of two. */
const side = 128

const window = Float64Array.from({ length: side }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / side))
const fourier = new FFT(side)

/**
 * Power spectrum of a square grey tile, row by row, measured over a Hann window. Frequencies beyond the middle are
 * negative.
 */
const powersOf = (piece: Float64Array): Float64Array => {
  let mean = 0
  for (let at = 0; at < piece.length; at++) mean += (piece[at] ?? 0) / piece.length
  const points = new Float64Array(piece.length * 2)
  for (let at = 0; at < piece.length; at++)
    points[at * 2] =
      ((piece[at] ?? 0) - mean) * (window[at % side] ?? 0) * (window[Math.floor(at / side)] ?? 0)
  const waves = transformRows(transformRows(points))
  const powers = new Float64Array(piece.length)
  for (let at = 0; at < powers.length; at++)
    powers[at] = (waves[at * 2] ?? 0) ** 2 + (waves[at * 2 + 1] ?? 0) ** 2
  return powers
}

/** Transforms each row of complex points and stores it as a column, so that two calls restore the orientation. */
const transformRows = (points: Float64Array) => {
  const across = new Float64Array(points.length)
  const waves = new Float64Array(side * 2)
  for (let row = 0; row < side; row++) {
    fourier.transform(waves, points.subarray(row * side * 2, (row + 1) * side * 2))
    for (let at = 0; at < side; at++) {
      across[(at * side + row) * 2] = waves[at * 2] ?? 0
      across[(at * side + row) * 2 + 1] = waves[at * 2 + 1] ?? 0
    }
  }
  return across
}

/** Tiles along each side of the picture. */
const pieces = 3
/** Lower frequencies (periods over nine pixels) are patterns of the document itself. */
const shortest = 14
/** Share of the tiles in which a frequency must show. A pattern of the document itself is not the same everywhere. */
const share = 0.7

/**
 * Measures how strongly one fine grid covers the whole picture, as the dots of a screen or a printer do: the power of
 * ten by which its frequencies in two directions exceed their surroundings. Pictures of documents reach 1.5.
 */
export const moireOf = (picture: Picture): number => {
  if (Math.min(picture.width, picture.height) < side) return 0
  const found = piecesOf(picture).map((piece) => prominence(powersOf(piece)))
  const waves = commonFrequencies(found).toSorted((a, b) => b.height - a.height)
  const [first] = waves
  return (first && waves.find((other) => isPerpendicular(first, other))?.height) ?? 0
}

interface Wave {
  /** Frequency in cycles across and down a tile. */
  x: number
  y: number
  height: number
}

const isPerpendicular = (first: Wave, other: Wave) =>
  Math.abs(first.x * other.x + first.y * other.y) <
  0.5 * Math.hypot(first.x, first.y) * Math.hypot(other.x, other.y)

const piecesOf = ({ pixels, width, height }: Picture): Float64Array[] =>
  Array.from({ length: pieces ** 2 }, (_, piece) => {
    const left = Math.floor(((width - side) * ((piece % pieces) + 0.5)) / pieces)
    const top = Math.floor(((height - side) * (Math.floor(piece / pieces) + 0.5)) / pieces)
    const grey = new Float64Array(side ** 2)
    for (let at = 0; at < grey.length; at++) {
      const here = ((top + Math.floor(at / side)) * width + left + (at % side)) * 3
      grey[at] = (pixels[here] ?? 0) * 0.3 + (pixels[here + 1] ?? 0) * 0.59 + (pixels[here + 2] ?? 0) * 0.11
    }
    return grey
  })

/** For each frequency, how many times it exceeds the median of frequencies of its length. */
const prominence = (powers: Float64Array): Float64Array => {
  const heights = new Float64Array(powers.length)
  for (const ring of rings) {
    const own = new Float64Array(ring.length)
    for (let place = 0; place < ring.length; place++) own[place] = powers[ring[place] ?? 0] ?? 0
    const usual = valueAtRank(own, Math.floor(own.length / 2)) + 1
    for (let place = 0; place < ring.length; place++) {
      const at = ring[place] ?? 0
      heights[at] = ((powers[at] ?? 0) + 1) / usual
    }
  }
  return heights
}

const signed = (wave: number) => (wave < side / 2 ? wave : wave - side)

const ringOf = (at: number) => Math.round(Math.hypot(signed(at % side), signed(Math.floor(at / side))) / 3)

/** Indices of the frequencies, grouped by length. */
const rings = [
  ...Map.groupBy(
    Array.from({ length: side ** 2 }, (_, at) => at),
    ringOf,
  ).values(),
].map((places) => Int32Array.from(places))

/** The power of ten by which each frequency stands out in most of the tiles. The other half of the spectrum mirrors it. */
const commonFrequencies = (found: Float64Array[]): Wave[] => {
  const highest = found.map(highestAround)
  const heights = new Float64Array(found.length)
  return fineWaves.map(({ x, y }) => {
    const at = ((y + side) % side) * side + x
    for (let piece = 0; piece < highest.length; piece++) heights[piece] = highest[piece]?.[at] ?? 0
    return { x, y, height: Math.log10(valueAtRank(heights, Math.floor(heights.length * (1 - share)))) }
  })
}

/** A frequency may fall between two bins, so each bin takes the maximum of its neighbours. */
const highestAround = (heights: Float64Array) => {
  const along = new Float64Array(heights.length)
  const around = new Float64Array(heights.length)
  for (let at = 0; at < heights.length; at++) {
    const row = at - (at % side)
    const left = row + ((at + side - 1) % side)
    const right = row + ((at + 1) % side)
    along[at] = Math.max(heights[left] ?? 0, heights[at] ?? 0, heights[right] ?? 0)
  }
  for (let at = 0; at < heights.length; at++) {
    const above = (at + heights.length - side) % heights.length
    const below = (at + side) % heights.length
    around[at] = Math.max(along[above] ?? 0, along[at] ?? 0, along[below] ?? 0)
  }
  return around
}

/** JPEG's 8 × 8 blocks add frequencies of their own, at multiples of 16 per tile, horizontal and vertical. */
const isOfSquares = (x: number, y: number) =>
  (Math.abs(x) <= 1 && Math.abs(y) % 16 <= 1) || (Math.abs(y) <= 1 && Math.abs(x) % 16 <= 1)

const fineWaves = Array.from({ length: side * (side / 2) }, (_, at) => ({
  x: at % (side / 2),
  y: signed(Math.floor(at / (side / 2))),
})).filter(({ x, y }) => Math.hypot(x, y) >= shortest && !isOfSquares(x, y))
