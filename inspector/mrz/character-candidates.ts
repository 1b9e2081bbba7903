/** One character of an MRZ, with its alternatives. */
export interface Cell {
  letter: string
  /** Probability, 0 to 1. */
  chance: number
  /** Probabilities of other characters. May include `letter` itself. */
  others: ReadonlyMap<string, number>
}

/** Characters allowed in each kind of column; see `Layout.rows`. */
const allowed: Record<string, RegExp> = {
  a: /[A-Z<]/,
  n: /\d/,
  d: /[\d<]/,
  s: /[MFX<]/,
  x: /[A-Z\d<]/,
}

export const fits = (kind: string, letter: string) => allowed[kind]?.test(letter) ?? false

/** Characters that print or cameras make look alike. */
const alike: Record<string, string> = {
  '0': 'ODQU',
  '1': 'IL7T',
  '2': 'Z7',
  '3': '8',
  '4': 'A',
  '5': 'S6',
  '6': 'G5',
  '7': '1TZ',
  '8': 'B3',
  '9': 'G',
  A: '4',
  B: '8',
  C: 'G6<',
  D: '0O',
  E: 'F<',
  F: 'E',
  G: '69C',
  H: 'MN',
  I: '1L',
  K: 'X<',
  L: '1I<',
  M: 'NH',
  N: 'MH',
  O: '0DQ',
  Q: '0O',
  S: '5<',
  T: '71',
  U: '0V',
  V: 'U',
  Z: '27',
  '<': 'CKLXES',
}

/** The replacement for a misread character in a column that allows only a digit, only a letter or only a sex. */
const forced: Record<string, Record<string, string>> = {
  n: {
    O: '0',
    Q: '0',
    D: '0',
    U: '0',
    I: '1',
    L: '1',
    T: '1',
    J: '1',
    Z: '2',
    A: '4',
    S: '5',
    G: '6',
    B: '8',
  },
  a: { '0': 'O', '1': 'I', '2': 'Z', '4': 'A', '5': 'S', '6': 'G', '8': 'B' },
  s: { H: 'M', N: 'M', E: 'F', P: 'F', R: 'F' },
}

/** A character of a line that was typed or read before: certain, unless its column does not allow it. */
export const certain = (letter: string): Cell => ({ letter, chance: 0.99, others: new Map() })

/** The same character, or a filler, of which next to nothing is known. */
export const uncertain = (cell: Cell | undefined): Cell => ({ ...(cell ?? certain('<')), chance: 0.05 })

/** Returns the most likely character that the column allows. Null if none is likely at all. */
export const bestAllowed = (cell: Cell, kind: string): Cell | null => {
  if (fits(kind, cell.letter)) return cell
  const [letter, chance] = bestOf([...cell.others].filter(([other]) => fits(kind, other)))
  const lookalike = forced[kind === 'd' ? 'n' : kind]?.[cell.letter]
  if (letter && chance > 0.02) return { ...cell, letter, chance }
  // The shape and the column allow nothing else, so the confidence is high, but lower than for a clear reading.
  if (lookalike) return { ...cell, letter: lookalike, chance: Math.min(0.8, cell.chance) }
  return letter && chance > 0.001 ? { ...cell, letter, chance } : null
}

const bestOf = (chances: [string, number][]) =>
  chances.reduce<[string, number]>((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0])

/** Returns the alternatives of a cell, with their probability relative to its own, 0 to 1. */
export const alternatives = (cell: Cell, kind: string): { letter: string; ratio: number }[] => {
  const chances = new Map<string, number>()
  for (const letter of alike[cell.letter] ?? '') chances.set(letter, 0.002)
  for (const [letter, chance] of cell.others) if (chance > 0.003) chances.set(letter, chance)
  return [...chances]
    .filter(([letter]) => letter !== cell.letter && fits(kind, letter))
    .map(([letter, chance]) => ({ letter, ratio: Math.min(1, chance / (cell.chance + 1e-6)) }))
}
