import { alphabet, type Reading } from '../ocr/recognise.ts'
import { mrzLetters } from './formats.ts'

/** A letter found by the recogniser, and its position along the row. */
export interface Peak {
  letter: string
  chance: number
  others: Map<string, number>
  /** The step of the recogniser at which it was found, possibly fractional. */
  at: number
}

/** Small letters that differ from capitals only in size. */
const twins = new Set('cosvwxzu')

/** For each MRZ character, the recogniser's classes that represent it. */
const classesOf = [...mrzLetters].map((letter) =>
  alphabet.flatMap((sign, at) =>
    sign === letter || (twins.has(sign) && sign.toUpperCase() === letter) ? [at] : [],
  ),
)

/** Probabilities of the MRZ characters at one step, in the order of `mrzLetters`. */
const chancesAt = ({ chances, classes }: Reading, step: number) =>
  classesOf.map((own) => own.reduce((sum, at) => sum + (chances[step * classes + at] ?? 0), 0))

/** Decodes the characters of a row, restricted to those an MRZ may contain. */
export const peaksOf = (reading: Reading): Peak[] => {
  const peaks: Peak[] = []
  let before = -1
  for (let step = 0; step < reading.steps; step++) {
    const chances = chancesAt(reading, step)
    const best = bestAt(reading, { step, chances })
    const peak = peaks.at(-1)
    if (best >= 0 && best === before && peak) joined(peak, chances, step)
    else if (best >= 0) peaks.push(peakOf(chances, { best, step }))
    before = best
  }
  return peaks
}

/** Index of the best character, -1 for a blank. A character no MRZ contains counts as the most similar one. */
const bestAt = (reading: Reading, { step, chances }: { step: number; chances: number[] }) => {
  const best = chances.indexOf(Math.max(...chances))
  const nothing = reading.chances[step * reading.classes] ?? 0
  const foreign = 1 - nothing - chances.reduce((sum, chance) => sum + chance, 0)
  const chance = chances[best] ?? 0
  return chance > nothing || (foreign > nothing && chance > 1e-4) ? best : -1
}

const peakOf = (chances: number[], { best, step }: { best: number; step: number }): Peak => ({
  letter: mrzLetters[best] ?? '<',
  chance: chances[best] ?? 0,
  others: mapOf(chances),
  at: step,
})

// A letter may span several steps; its position is the step with the highest probability.
const joined = (peak: Peak, chances: number[], step: number) => {
  for (const [letter, chance] of mapOf(chances))
    peak.others.set(letter, Math.max(chance, peak.others.get(letter) ?? 0))
  const chance = chances[mrzLetters.indexOf(peak.letter)] ?? 0
  if (chance > peak.chance) peak.at = step
  peak.chance = Math.max(peak.chance, chance)
}

const mapOf = (chances: number[]) =>
  new Map(
    chances.flatMap((chance, at): [string, number][] =>
      chance > 0.001 ? [[mrzLetters[at] ?? '<', chance]] : [],
    ),
  )

/** The highest probabilities between two steps, for a place where no letter stood out. */
export const chancesBetween = (reading: Reading, from: number, to: number) => {
  const best = new Map<string, number>()
  for (let step = Math.max(0, Math.ceil(from)); step <= Math.min(reading.steps - 1, Math.floor(to)); step++)
    for (const [letter, chance] of mapOf(chancesAt(reading, step)))
      best.set(letter, Math.max(chance, best.get(letter) ?? 0))
  return best
}

export const lettersOf = (peaks: Peak[]) => peaks.map(({ letter }) => letter).join('')

export const meanChance = (peaks: Peak[]) =>
  peaks.length === 0 ? 0 : peaks.reduce((sum, { chance }) => sum + chance, 0) / peaks.length
