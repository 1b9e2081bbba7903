import type { DraftValues } from './forms.ts'

/**
 * Merges what two people typed at the same time, field by field, given the version `base` that both started from: the
 * one who changed a field wins. If both changed it, `mine` wins and `overlaps` names the field, so that the conflict
 * can be shown.
 */
export function mergeDrafts(base: DraftValues, mine: DraftValues, theirs: DraftValues) {
  const names = [...new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])]
  const isSame = (a: DraftValues[string] | undefined, b: DraftValues[string] | undefined) =>
    JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
  const overlaps = names.filter(
    (name) =>
      !isSame(base[name], mine[name]) &&
      !isSame(base[name], theirs[name]) &&
      !isSame(mine[name], theirs[name]),
  )
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = isSame(base[name], mine[name]) ? theirs[name] : mine[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
  return { values, overlaps }
}
