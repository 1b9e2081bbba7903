import type { DriverNumber } from './licence-number.ts'

export interface Titled {
  givenNames: string
  sex: 'M' | 'F' | null
}

const titles: [RegExp, Titled['sex']][] = [
  [/^(?:mrs|miss|ms|lady|dame)/i, 'F'],
  [/^(?:mr|sir|lord|master)/i, 'M'],
  [/^(?:mx|dr|doctor|prof(?:essor)?|rev(?:erend)?)/i, null],
]

/**
 * The first names of line 2, which begins with a title on British licences. Readers lose the space behind it:
 * "MSAMELIA" is Ms Amelia where the driver number begins her initials with A, and else a name.
 */
export const untitled = (line: string, number: DriverNumber | null): Titled => {
  for (const [title, sex] of titles) {
    const found = title.exec(line)?.[0]
    if (found === undefined) continue
    const rest = line.slice(found.length)
    if (/^[\s.]+\p{L}/u.test(rest)) return { givenNames: rest.replace(/^[\s.]+/, ''), sex }
    if (
      number !== null &&
      /^\p{L}{2}/u.test(rest) &&
      rest.charAt(0).toUpperCase() === number.initials.charAt(0)
    )
      return { givenNames: rest, sex }
  }
  return { givenNames: line, sex: null }
}
