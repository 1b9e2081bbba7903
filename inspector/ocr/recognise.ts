import { cropped } from './crop.ts'
import { recogniser } from './models.ts'
import { type Picture, planesOf } from './picture.ts'
import type { Strip } from './strip.ts'

const signs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))

/** The recogniser's characters in the order of its classes. Class 0 is the blank. */
export const alphabet: readonly string[] = ['', ...signs(48, 126), ...signs(33, 47), ' ', ' ']

/** Probability of each character at each step along a strip. The steps have equal width. */
export interface Reading {
  steps: number
  classes: number
  /** `classes` numbers per step. */
  chances: Float32Array
}

/** The height of the network's training images. */
const height = 48

/** Runs the recogniser on a strip. `stretch` above 1 widens it, so that letters set close get separate steps. */
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
  /** Mean probability of its letters, 0 to 1. 0 for no text. */
  confidence: number
}

/** Greedy CTC decoding: repeated letters merge unless a blank is between them. */
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
