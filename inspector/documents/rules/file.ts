import type { Purpose } from '../expectation.ts'
import { type Finding, failed, notChecked, passed } from '../finding.ts'
import { nounOf, type Statement } from '../statement.ts'

interface Words {
  isLaidOverPicture: boolean
  origin?: 'text' | 'picture'
}

/** The words are the document's own, or were read from what is seen, and not laid over a picture of it. */
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

/** All the pages that it counts itself are there; to prove an address the first is enough. */
export const pagesRule = (statement: Statement, pages: number, purpose: Purpose): Finding => {
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
