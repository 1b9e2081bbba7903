import { transliterated } from '../../read/names.ts'

const lookalikes: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 6: 'G', 8: 'B' }

/** Letters of a name as a key for comparing: A to Z, with AE, OE, UE as the plain letter they stand for. */
export const nameKey = (name: string) =>
  transliterated(name)
    .toUpperCase()
    .replace(/[01568]/g, (figure) => lookalikes[figure] ?? '')
    .replace(/[^A-Z]/g, '')
    .replace(/AE|AA/g, 'A')
    .replace(/OE/g, 'O')
    .replace(/UE/g, 'U')

const twins: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
}

/** A number as a key for comparing: letters that readers mistake for figures become those figures. */
export const numberKey = (number: string) =>
  number
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OQDILSBZG]/g, (letter) => twins[letter] ?? letter)

/** How many letters must change to make one text of the other. */
export const editsBetween = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const kept = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(kept, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
