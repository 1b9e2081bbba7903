import { isDeepStrictEqual } from 'node:util'

interface Versions<T> {
  /** What the person saw when they began. */
  basedOn: T
  /** What is stored now, after what a colleague may have saved meanwhile. */
  stored: T
  /** What the person sends. */
  wanted: T
}

type Names<T> = readonly (keyof T)[]

/**
 * Merges what a person sends with what a colleague has saved since that person began, so that neither undoes the other:
 * what the person left as it was stays as it is stored. `parts` are the fields that only make sense together. `clashing`
 * are those parts that both have changed, differently; what is wanted stands there.
 */
export function mergeChanges<T extends object, P extends Names<T>>(
  { basedOn, stored, wanted }: Versions<T>,
  parts: readonly P[],
): { merged: T; clashing: P[] } {
  const isSame = (names: P, first: T, second: T) =>
    names.every((name) => isDeepStrictEqual(first[name], second[name]))
  const untouched = parts.filter((names) => isSame(names, basedOn, wanted))
  const clashing = parts.filter(
    (names) =>
      !isSame(names, basedOn, wanted) && !isSame(names, basedOn, stored) && !isSame(names, stored, wanted),
  )
  const kept = Object.fromEntries(untouched.flat().map((name) => [name, stored[name]]))
  return { merged: { ...wanted, ...kept }, clashing }
}
