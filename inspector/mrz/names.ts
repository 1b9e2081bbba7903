import { textOf } from './check.ts'
import type { Layout } from './formats.ts'

/** Two fillers part the surname from the given names, one parts names (ICAO Doc 9303 part 3 section 4.6). */
export const namesIn = (layout: Layout, lines: string[]) => {
  const [first, second] = layout.names.map((span) => textOf(lines, [span]))
  // The French card gives each its own row.
  if (second !== undefined) return { surname: spoken(first ?? ''), givenNames: spoken(second) }
  // Blurred fillers look like K; no name holds four, and what its letters are cannot be told any more.
  if (first?.includes('KKKK')) return { surname: '', givenNames: '' }
  const [surname = '', ...given] = (first ?? '').replace(/<+$/, '').split('<<')
  return { surname: spoken(surname), givenNames: spoken(given.join('<')) }
}

const spoken = (text: string) => text.replace(/<+/g, ' ').trim()
