import type { Area } from '../faces/square.ts'

/**
 * Brightness of a picture, row by row, exactly as its file stores it. Scaling or rotating would destroy JPEG's blocks.
 */
export interface Light {
  values: Float32Array
  width: number
  height: number
}

/** How clearly an earlier JPEG compression shows, by mean cosine: 0 if there was none, 0.5 to 0.9 if there was. */
export interface CompressionHistory {
  /** In everything that surrounds the part. */
  around: number
  /** In the part, by the quantisation found around it. */
  within: number
  /** Number of frequencies in which it shows. */
  waves: number
  /** Number of the part's coefficients that were examined. */
  count: number
}

/** Side of a JPEG block in pixels (ITU-T T.81 §A.1). */
const side = 8

/** The lowest frequencies of a block, as [down, along], which even a smooth face has. */
const lowFrequencies = [
  [0, 1],
  [1, 0],
  [2, 0],
  [1, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [2, 1],
  [3, 0],
] as const
const lengths = 4

const cosines = Float64Array.from({ length: lengths * side }, (_, at) => {
  const [wave, place] = [Math.floor(at / side), at % side]
  return Math.cos(((2 * place + 1) * wave * Math.PI) / 16) * (wave === 0 ? Math.SQRT1_2 : 1) * 0.5
})

/** The luminance quantisation table, row by row. All 1 if the picture is not a JPEG, null if a JPEG has none. */
export const stepsOf = (bytes: Uint8Array): number[] | null => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return Array.from({ length: side * side }, () => 1)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 4 < bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    if (bytes[at + 1] === scan) return null
    const steps = bytes[at + 1] === tables ? firstTable(bytes.subarray(at + 4)) : null
    if (steps) return steps
  }
  return null
}

/** Markers of ITU-T T.81 table B.1: quantisation tables (DQT), and start of scan (SOS). */
const [tables, scan] = [0xdb, 0xda]

// Luminance uses table 0, the first of its segment. Tables with 16-bit entries do not occur in practice.
const firstTable = (segment: Uint8Array) => {
  if (segment[0] !== 0 || segment.length <= side * side) return null
  const steps = Array.from({ length: side * side }, () => 1)
  for (const [at, place] of zigzag.entries()) steps[place] = segment[at + 1] ?? 1
  return steps
}

/** Positions in a block in the order in which they are stored, zigzag (ITU-T T.81 figure A.6). */
const zigzag = Array.from({ length: side * side }, (_, place) => place).toSorted((a, b) => {
  const [downA, alongA, downB, alongB] = [Math.floor(a / side), a % side, Math.floor(b / side), b % side]
  const diagonal = downA + alongA - downB - alongB
  return diagonal || ((downA + alongA) % 2 === 0 ? downB - downA : downA - downB)
})

/** Range of quantisation steps that an earlier compression may have had. */
const [finest, coarsest] = [2, 40]
/** An earlier step that nearly divides the present one leaves nothing to see. */
const leastApart = 0.12
const [leastAround, leastWithin] = [150, 30]
const minimumBunching = 0.3
/** This many blocks tell as much as all of them. */
const mostSquares = 4000

/**
 * Measures whether a part of a picture was JPEG-compressed before, together with its surroundings. After a second
 * compression, coefficients quantised with other steps bunch at some multiples of the new steps and leave others empty.
 * Content pasted between the two does not show this (Lin et al. 2009, Popescu and Farid 2004). `excluded` is neither
 * part nor surroundings.
 */
export const compressionHistoryOf = (
  light: Light,
  { part, excluded, steps }: { part: Area; excluded: Area; steps: number[] },
): CompressionHistory => {
  const within = wavesOf(light, (square) => isInside(square, part))
  const around = wavesOf(light, (square) => !touches(square, excluded))
  const found = lowFrequencies.flatMap((_, wave) => {
    const [outer, inner] = [levelsOf(around, wave, steps), levelsOf(within, wave, steps)]
    const ratio = outer.count < leastAround || inner.count < leastWithin ? null : ratioIn(outer)
    return ratio === null
      ? []
      : [{ around: bunching(outer, ratio), within: bunching(inner, ratio), count: inner.count }]
  })
  const count = found.reduce((sum, wave) => sum + wave.count, 0)
  const mean = (of: 'around' | 'within') =>
    found.reduce((sum, wave) => sum + wave[of] * wave.count, 0) / Math.max(1, count)
  return { around: mean('around'), within: mean('within'), waves: found.length, count }
}

/** Fewer frequencies can show an earlier compression by chance. */
const leastWaves = 2

/** Whether the picture was JPEG-compressed before at all. If not, its parts need no check. */
export const isSavedBefore = (light: Light, steps: number[]) => {
  const all = wavesOf(light, () => true)
  const telling = lowFrequencies.filter((_, wave) => {
    const levels = levelsOf(all, wave, steps)
    return levels.count >= leastAround && ratioIn(levels) !== null
  })
  return telling.length >= leastWaves
}

/** Histogram of a coefficient's size in quantisation steps, of either sign, without zeros. */
interface Levels {
  step: number
  /** Counts by number of steps. */
  often: Float64Array
  count: number
}

const levelsOf = (waves: number[][], wave: number, steps: number[]): Levels => {
  const [down, along] = lowFrequencies[wave] ?? [0, 0]
  const step = steps[down * side + along] ?? 1
  const often = new Float64Array(coarsest + 1)
  let count = 0
  for (const strength of waves[wave] ?? []) {
    const level = Math.abs(Math.round(strength / step))
    if (level === 0 || level > coarsest) continue
    often[level] = (often[level] ?? 0) + 1
    count += 1
  }
  return { step, often, count }
}

/** The ratio of the present step to an earlier one at which the levels bunch most, or null if they do not. */
const ratioIn = (levels: Levels): number | null => {
  let [best, most] = [null as number | null, minimumBunching]
  for (let earlier = finest; earlier <= coarsest; earlier++) {
    const ratio = levels.step / earlier
    if (Math.abs(ratio - Math.round(ratio)) < leastApart) continue
    const strength = bunching(levels, ratio)
    if (strength > most) [best, most] = [ratio, strength]
  }
  return best
}

const bunching = ({ often, count }: Levels, ratio: number) =>
  often.reduce((sum, times, level) => sum + times * Math.cos(2 * Math.PI * level * ratio), 0) / count

interface Corner {
  x: number
  y: number
}

const isInside = ({ x, y }: Corner, area: Area) =>
  x >= area.x && y >= area.y && x + side <= area.x + area.width && y + side <= area.y + area.height

const touches = ({ x, y }: Corner, area: Area) =>
  x + side > area.x && y + side > area.y && x < area.x + area.width && y < area.y + area.height

/** Coefficients of the low frequencies in the blocks that belong, sampled if there are many. */
const wavesOf = (light: Light, belongs: (square: Corner) => boolean): number[][] => {
  const squares: Corner[] = []
  for (let y = 0; y + side <= light.height; y += side)
    for (let x = 0; x + side <= light.width; x += side) if (belongs({ x, y })) squares.push({ x, y })
  // Samples at most `mostSquares` blocks, evenly spaced.
  const stride = Math.ceil(squares.length / mostSquares)
  const strengths = lowFrequencies.map((): number[] => [])
  for (let at = 0; at < squares.length; at += stride) {
    const square = squares[at]
    if (square)
      for (const [wave, strength] of transformed(light, square).entries()) strengths[wave]?.push(strength)
  }
  return strengths
}

const transformed = ({ values, width }: Light, { x, y }: Corner) => {
  const rows = new Float64Array(lengths * side)
  for (let row = 0; row < side; row++)
    for (let wave = 0; wave < lengths; wave++) {
      let sum = 0
      for (let at = 0; at < side; at++)
        sum += (values[(y + row) * width + x + at] ?? 0) * (cosines[wave * side + at] ?? 0)
      rows[wave * side + row] = sum
    }
  return lowFrequencies.map(([down, along]) => {
    let sum = 0
    for (let row = 0; row < side; row++)
      sum += (rows[along * side + row] ?? 0) * (cosines[down * side + row] ?? 0)
    return sum
  })
}
