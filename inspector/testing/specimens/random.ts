/** A repeatable random source: the same seed draws the same specimens on every machine. */
export interface Random {
  /** From 0 to 1. */
  next: () => number
  between: (low: number, high: number) => number
  whole: (low: number, high: number) => number
  pick: <const T>(list: readonly [T, ...T[]]) => T
}

/** Mulberry32, whose state is a single number. */
export const randomFrom = (seed: number): Random => {
  let state = (seed * 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  return { next, between, whole, pick: (list) => list[whole(0, list.length - 1)] ?? list[0] }
}
