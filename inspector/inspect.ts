import type { Check, Validation } from '#contract/validation.ts'
import { type Expectation, wantsLegal, wantsPicture } from './documents/expectation.ts'
import { isKnownPaper, judgePaper, type Paper } from './documents/paper.ts'
import { judgePhoto } from './documents/photo.ts'
import { pagesInWords } from './documents/rules/file.ts'
import { notRead } from './documents/verdict.ts'
import { activeContentOf } from './read/active-content.ts'
import { kindOf } from './read/kind.ts'
import { segmentsOf } from './read/lines.ts'
import { readPageText } from './read/page-text.ts'
import { isFault, openPdf, type Pdf } from './read/pdf.ts'
import { seenOn } from './read/seen.ts'
import { isLaidOverPicture } from './read/text-origin.ts'

/** What a bill or statement tells about itself stands on its first pages. */
const readPages = 4
/** Fewer letters than this are a stamp or a page number on a scan. */
const leastLetters = 40

/**
 * Reads a document that was accepted and compares it with what was asked for. Never rejects: what cannot be
 * read is answered as not read, for a person to look at. Its work can be unbounded, so it is called where
 * it can be stopped (see `openInspector`).
 */
export const inspect = async (bytes: Uint8Array, expectation: Expectation): Promise<Validation> => {
  const began = performance.now()
  const validation = await judge(bytes, expectation).catch(() => notRead())
  const readIn = Math.round(performance.now() - began)
  return { ...validation, metadata: { ...validation.metadata, readIn } }
}

const judge = async (bytes: Uint8Array, expectation: Expectation): Promise<Validation> => {
  const { kind } = kindOf(bytes)
  if (kind === 'jpeg' || kind === 'png') return judgePhoto(bytes, kind)
  const pdf = kind === 'pdf' ? await openPdf(bytes) : 'damaged'
  if (isFault(pdf)) return notRead()
  try {
    return await judgePdf(await readPaper(bytes, pdf), expectation)
  } finally {
    await pdf.close()
  }
}

const judgePdf = async (paper: Paper, expectation: Expectation): Promise<Validation> => {
  const { pages, hasActiveContent } = paper
  const facts = { pages, hasActiveContent }
  if (!hasWords(paper)) return notRead(facts, [scanned, counted(pages)])
  // A passport's own reading is not there yet, but a bill in its place is told at once.
  if (wantsPicture(expectation) && !isKnownPaper(paper)) return notRead(facts, [counted(pages)])
  if (wantsLegal(expectation))
    return notRead({ ...facts, documentType: 'legal' }, [counted(pages), activity(hasActiveContent)])
  return judgePaper(paper, expectation)
}

const readPaper = async (bytes: Uint8Array, pdf: Pdf): Promise<Paper> => {
  const { isActive } = await activeContentOf(bytes, pdf)
  const segments = []
  let isOverlaid = false
  for (let number = 1; number <= Math.min(readPages, pdf.pages); number++) {
    const page = await pdf.page(number)
    const found = await seenOn(page, segmentsOf(await readPageText(page), number))
    if (number === 1 && found.length > 0) isOverlaid = await isLaidOverPicture(page)
    segments.push(...found)
  }
  return { segments, pages: pdf.pages, hasActiveContent: isActive, isLaidOverPicture: isOverlaid }
}

const hasWords = ({ segments }: Paper) =>
  segments.reduce((count, { text }) => count + text.replace(/[^\p{L}]/gu, '').length, 0) >= leastLetters

const plain = { expected: null, source: null } as const

const scanned: Check = {
  ...plain,
  rule: 'has_text',
  title: 'Its words can be read',
  outcome: 'not_checked',
  read: 'a picture of a page, whose words are not read yet',
}

const counted = (pages: number): Check => ({
  ...plain,
  rule: 'pages',
  title: 'All its pages are there',
  outcome: 'not_checked',
  read: pagesInWords(pages),
})

const activity = (isActive: boolean): Check => ({
  ...plain,
  rule: 'active_content',
  title: 'Nothing in it runs by itself',
  outcome: isActive ? 'failed' : 'passed',
  read: isActive ? 'contains active content' : 'no active content',
})
