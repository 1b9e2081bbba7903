import type { BlankPage } from '#inspector/read/blank-page.ts'
import {
  accepts,
  type Expectation,
  isUnasked,
  mayBeRequested,
  type Purpose,
  wantedInWords,
} from '../expectation.ts'
import { doubtful, type Finding, failed, notChecked, passed, verification } from '../finding.ts'
import { type Kind, kinds } from '../kinds.ts'
import { nounOf, type Statement } from '../statement.ts'

interface Words {
  isLaidOverPicture: boolean
  origin?: 'text' | 'picture'
}

/**
 * Checks that the words come from the file itself or from what is visible, and do not lie over a picture of the page.
 */
export const textRule = ({ isLaidOverPicture, origin }: Words): Finding => {
  const words = { rule: 'has_text', title: 'Text is legible' }
  if (isLaidOverPicture)
    return notChecked({
      ...words,
      read: 'words laid over a picture of the page, which may show something else',
    })
  return passed({
    ...words,
    read: origin === 'picture' ? 'text read from the picture' : 'text of the document itself',
  })
}

/**
 * Checks that the file has as many pages as the document itself counts. To prove an address the first page is enough.
 */
export const pagesRule = (statement: Statement, pages: number, purpose: Purpose | null): Finding => {
  const { printedPages } = statement
  const words = {
    rule: 'pages',
    title: 'All pages are there',
    read: pagesInWords(pages),
    expected: printedPages === null ? null : `${pagesInWords(printedPages)} by its own count`,
  }
  if (purpose === 'address' || printedPages === null || pages >= printedPages) return passed(words)
  return failed(
    words,
    `This ${nounOf(statement)} has ${printedPages} pages and only ${pages} ${pages === 1 ? 'is' : 'are'} here. Please upload all of them in one file.`,
  )
}

export const pagesInWords = (pages: number) => `${pages} ${pages === 1 ? 'page' : 'pages'}`

/** The title of the rule of the kind. */
export const titleOfKind = (expectation: Expectation) =>
  isUnasked(expectation) ? 'What kind of document it is' : 'The kind of document we asked for'

/** Checks that the document is of a requested kind. Lowers the certainty if no sender is named. */
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
    title: titleOfKind(expectation),
    read,
    source: verification,
  }
  if (isUnasked(expectation)) return notChecked(words)
  const ruleWords = { ...words, expected: wanted }
  if (kind === null && blankPage) return doubtful(ruleWords, emptyInWords(blankPage, wanted))
  if (mayBeRequested(expectation, kind)) return notChecked(ruleWords)
  if (kind === null)
    return doubtful(ruleWords, `We couldn't tell what kind of document this is. Please upload ${wanted}.`)
  if (accepts(expectation, kind)) return passed(ruleWords, trustIn(statement))
  if (kind === 'mobile_bill' && expectation.expectedTypes.includes('address_proof'))
    return failed(
      ruleWords,
      `This is a mobile phone bill, which most firms cannot take as proof of address. Please upload ${wanted}.`,
    )
  return failed(ruleWords, `This looks like a ${read}. Please upload ${wanted}.`)
}

// Without a sender anyone could have written it. A gift letter can be written by anyone, so a person reads it, and the
// firm decides whether a government letter or the earnings of a past year are enough.
const trustIn = ({ kind, issuer, certainty }: Statement) =>
  issuer === null || (kind !== null && forPeople.has(kind)) ? Math.min(certainty, 0.5) : certainty

const forPeople = new Set<Kind>(['gift_letter', 'official_letter', 'p60'])

/** The client's message if there was nothing to read. `wanted` is, for example, "your passport". */
export const emptyInWords = (blankPage: BlankPage, wanted: string) =>
  `${seen[blankPage]} Please upload ${wanted}.`

const seen: Record<BlankPage, string> = {
  blank: 'There is nothing on this page: it is empty.',
  dark: 'Nothing can be seen in this photo.',
  wordless: "We couldn't find any print in this photo.",
}
