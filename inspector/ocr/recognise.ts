import { cropped } from './crop.ts'
import { recogniser } from './models.ts'
import { type Picture, planesOf } from './picture.ts'
import type { Strip } from './strip.ts'

const signs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))

/** The letters of the recogniser in the order of its classes; class 0 is "nothing here". */
export const alphabet: readonly string[] = ['', ...signs(48, 126), ...signs(33, 47), ' ', ' ']

/** How likely each letter of the alphabet is at each step along a strip; the steps are of equal width. */
export interface Reading {
  steps: number
  classes: number
  /** Step by step, `classes` numbers each. */
  chances: Float32Array
}

/** The height that the network was trained with. */
const height = 48

/** `stretch` above 1 draws the strip wider than it is, so that letters set close get steps of their own. */
export const recognise = async (
  picture: Picture,
  strip: Strip,
  { stretch = 1 }: { stretch?: number } = {},
): Promise<Reading> => {
  const crop = cropped(picture, strip, { height, stretch })
  const { numbers, shape } = await recogniser(planesOf(crop, [values, values, values]), crop)
  return { steps: shape[1] ?? 0, classes: shape[2] ?? 0, chances: numbers }
}

const values = Float32Array.from({ length: 256 }, (_, step) => step / 127.5 - 1)

export interface Decoded {
  text: string
  /** Mean chance of its letters, 0 to 1; 0 for no text. */
  confidence: number
}

/** The likeliest text: repeated letters are one unless "nothing" stands between them (CTC). */
export const decoded = ({ steps, classes, chances }: Reading): Decoded => {
  let [text, sum, count, before] = ['', 0, 0, 0]
  for (let step = 0; step < steps; step++) {
    const best = likeliest(chances, step * classes, classes)
    if (best !== 0 && best !== before) {
      text += alphabet[best] ?? ''
      sum += chances[step * classes + best] ?? 0
      count += 1
    }
    before = best
  }
  return { text: text.trim(), confidence: count === 0 ? 0 : sum / count }
}

const likeliest = (chances: Float32Array, from: number, classes: number) => {
  let best = 0
  for (let at = 1; at < classes; at++) if ((chances[from + at] ?? 0) > (chances[from + best] ?? 0)) best = at
  return best
}
