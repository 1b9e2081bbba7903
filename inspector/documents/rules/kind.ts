import type { BlankPage } from '#inspector/read/blank-page.ts'
import { accepts, type Expectation, wantedInWords } from '../expectation.ts'
import { doubtful, type Finding, failed, notChecked, passed, verification } from '../finding.ts'
import { kinds } from '../kinds.ts'
import type { Statement } from '../statement.ts'

/** It is one of the kinds that were asked for, and a firm sent it. */
export const kindRule = (
  statement: Statement,
  expectation: Expectation,
  blankPage: BlankPage | null = null,
): Finding => {
  const { kind } = statement
  const wanted = wantedInWords(expectation)
  const read = kind && kinds[kind].noun
  const words = {
    rule: 'document_kind',
    title: 'The kind of document we asked for',
    read,
    source: verification,
  }
  if (expectation.expectedTypes.length === 0) return notChecked(words)
  const asked = { ...words, expected: wanted }
  if (kind === null && blankPage) return doubtful(asked, emptyInWords(blankPage, wanted))
  if (kind === null)
    return doubtful(asked, `We couldn't tell what kind of document this is. Please upload ${wanted}.`)
  if (accepts(expectation, kind)) return passed(asked, trustIn(statement))
  if (kind === 'mobile_bill' && expectation.expectedTypes.includes('address_proof'))
    return failed(
      asked,
      `This is a mobile phone bill, which most firms cannot take as proof of address. Please upload ${wanted}.`,
    )
  return failed(asked, `This looks like a ${read}. Please upload ${wanted}.`)
}

// What no firm sent anyone could have written; a gift letter is written by anyone, so a person reads it.
const trustIn = ({ kind, issuer, certainty }: Statement) =>
  issuer === null || kind === 'gift_letter' ? Math.min(certainty, 0.5) : certainty

/** What the client is told where there was nothing to read; `wanted` is "your passport". */
export const emptyInWords = (blankPage: BlankPage, wanted: string) =>
  `${seen[blankPage]} Please upload ${wanted}.`

const seen: Record<BlankPage, string> = {
  blank: 'There is nothing on this page: it is empty.',
  dark: 'Nothing can be seen on this picture.',
  wordless: "We couldn't find any print on this picture.",
}
