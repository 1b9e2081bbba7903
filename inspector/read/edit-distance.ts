/** Letters that must be changed, left out or put in to make one text of the other; counted up to `most` + 1. */
export const editsBetween = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= b.length; to++) {
      const same = (row[to - 1] ?? 0) + (letter === b.charAt(to - 1) ? 0 : 1)
      next.push(Math.min(same, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row.at(-1) ?? 0
}
