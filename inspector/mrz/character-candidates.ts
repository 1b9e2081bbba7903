/** One letter of a zone, and what else it might have been. */
export interface Cell {
  letter: string
  /** 0 to 1. */
  chance: number
  /** Chances of other letters; the letter itself may be among them. */
  others: ReadonlyMap<string, number>
}

/** Kinds of columns; see `Layout.rows`. */
const allowed: Record<string, RegExp> = {
  a: /[A-Z<]/,
  n: /\d/,
  d: /[\d<]/,
  s: /[MFX<]/,
  x: /[A-Z\d<]/,
}

export const fits = (kind: string, letter: string) => allowed[kind]?.test(letter) ?? false

/** Letters that print or cameras turn into each other. */
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

/** What a letter must be taken for where only a digit, only a letter or only a sex can stand. */
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

/** A letter of a line that somebody typed or read for us: certain, unless it cannot stand there. */
export const certain = (letter: string): Cell => ({ letter, chance: 0.99, others: new Map() })

/** The likeliest letter that may stand in such a column; `null` where none is likely at all. */
export const suited = (cell: Cell, kind: string): Cell | null => {
  if (fits(kind, cell.letter)) return cell
  const [letter, chance] = bestOf([...cell.others].filter(([other]) => fits(kind, other)))
  const lookalike = forced[kind === 'd' ? 'n' : kind]?.[cell.letter]
  if (letter && chance > 0.02) return { ...cell, letter, chance }
  // The shape says so, and the column allows nothing else: fairly sure, yet not as sure as what was seen.
  if (lookalike) return { ...cell, letter: lookalike, chance: Math.min(0.8, cell.chance) }
  return letter && chance > 0.001 ? { ...cell, letter, chance } : null
}

const bestOf = (chances: [string, number][]) =>
  chances.reduce<[string, number]>((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0])

/** What a cell might be instead, by how likely that is beside what it is taken for, 0 to 1. */
export const alternatives = (cell: Cell, kind: string): { letter: string; ratio: number }[] => {
  const chances = new Map<string, number>()
  for (const letter of alike[cell.letter] ?? '') chances.set(letter, 0.002)
  for (const [letter, chance] of cell.others) if (chance > 0.003) chances.set(letter, chance)
  return [...chances]
    .filter(([letter]) => letter !== cell.letter && fits(kind, letter))
    .map(([letter, chance]) => ({ letter, ratio: Math.min(1, chance / (cell.chance + 1e-6)) }))
}
