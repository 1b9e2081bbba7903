import type { BlankPage } from '#inspector/read/blank-page.ts'

/** What the client is told where there was nothing to read; `wanted` is "your passport". */
export const emptyInWords = (blankPage: BlankPage, wanted: string) =>
  `${seen[blankPage]} Please upload ${wanted}.`

const seen: Record<BlankPage, string> = {
  blank: 'There is nothing on this page: it is empty.',
  dark: 'Nothing can be seen on this picture.',
  wordless: "We couldn't find any print on this picture.",
}
