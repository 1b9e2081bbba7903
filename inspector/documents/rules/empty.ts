import type { Emptiness } from '../../read/emptiness.ts'

/** What the client is told where there was nothing to read; `wanted` is "your passport". */
export const emptyInWords = (emptiness: Emptiness, wanted: string) =>
  `${seen[emptiness]} Please upload ${wanted}.`

const seen: Record<Emptiness, string> = {
  blank: 'There is nothing on this page: it is empty.',
  dark: 'Nothing can be seen on this picture.',
  wordless: 'We could not find any print on this picture.',
}
