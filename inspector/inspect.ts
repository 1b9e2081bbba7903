import { type Check, damagedPdf, type Validation } from '#contract/documents/validation.ts'
import { type Expectation, wantsFace, wantsLegal, wantsPaper, wantsPicture } from './documents/expectation.ts'
import { judgeIdentity } from './documents/identity/judge.ts'
import { kindOfPages } from './documents/identity/recognise.ts'
import { isKnownPaper, judgePaper, type Paper } from './documents/paper.ts'
import { pagesInWords } from './documents/rules/file.ts'
import { qualityOfPages } from './documents/rules/quality.ts'
import { judgeSelfie } from './documents/selfie.ts'
import { isOfTill } from './documents/statement.ts'
import { notRead } from './documents/verdict.ts'
import { findFaces } from './faces/faces.ts'
import { portraitHistoryOf } from './faces/portrait-history.ts'
import type { Mrz } from './mrz/parse.ts'
import { segmentsOfLines } from './ocr/lines.ts'
import { type PageScan, scanPages, scanPhoto } from './page-analysis.ts'
import { activeContentOf } from './read/active-content.ts'
import type { CompressionHistory } from './read/compression-history.ts'
import type { EditingSign } from './read/editing-sign.ts'
import { kindOf } from './read/kind.ts'
import { segmentsOf } from './read/lines.ts'
import { readPageText } from './read/page-text.ts'
import { hiddenContentOf, isFault, openPdf, type Pdf, type Wrapping } from './read/pdf.ts'
import { endOfPdf } from './read/pdf-syntax.ts'
import { isLaidOverPicture, visibleSegments } from './read/seen.ts'
import { editingSignsOfPdf, editingSignsOfPicture } from './read/tamper-signs.ts'

/** Bills and statements have their identifying details on the first pages. */
const readPages = 4
/** Fewer letters than this are a stamp or a page number on a scan. */
const leastLetters = 40

/**
 * Reads an accepted document and compares it with the request. Never rejects: anything that cannot be read is returned
 * as not read, for a person to check. Its work can be unbounded, so call it where it can be stopped (see
 * `openInspector`).
 */
export const inspect = async (bytes: Uint8Array, expectation: Expectation): Promise<Validation> => {
  const began = performance.now()
  const validation = await judge(bytes, expectation).catch(() => notRead())
  const readIn = Math.round(performance.now() - began)
  return { ...validation, metadata: { ...validation.metadata, readIn } }
}

const judge = async (bytes: Uint8Array, expectation: Expectation): Promise<Validation> => {
  const { kind } = kindOf(bytes)
  if (kind === 'jpeg' || kind === 'png') return judgePhoto(bytes, { kind, expectation })
  const pdf = kind === 'pdf' ? await openPdf(bytes) : 'damaged'
  if (isFault(pdf)) return notRead()
  try {
    const verdict = flagDamagedPdf(bytes, await judgePdf(bytes, { pdf, expectation }))
    const wrapping = isUnknown(verdict, expectation) ? await hiddenContentOf(pdf) : null
    return wrapping ? { ...verdict, issues: [unwrap[wrapping]] } : verdict
  } finally {
    await pdf.close()
  }
}

/**
 * Marks a PDF with a damaged index: pdf.js cannot tell what was lost, so a person checks it and the client is warned.
 */
const flagDamagedPdf = (bytes: Uint8Array, verdict: Validation): Validation => {
  if (endOfPdf(bytes) === 'whole') return verdict
  const { metadata, issues } = verdict
  const verificationFlags = { ...metadata.verificationFlags, requiresManualReview: true }
  return {
    ...verdict,
    valid: false,
    issues: [...issues, damagedPdf],
    metadata: { ...metadata, verificationFlags },
  }
}

const judgePhoto = async (
  bytes: Uint8Array,
  { kind, expectation }: { kind: 'jpeg' | 'png'; expectation: Expectation },
): Promise<Validation> => {
  if (wantsLegal(expectation)) return notRead({ pages: 1 }, [], [wantsPdf])
  // The file is decoded for its signs while the networks read its lines.
  const signsFound = editingSignsOfPicture(bytes)
  const scan = await scanPhoto(bytes, { kind, today: expectation.today })
  const signs = await signsFound
  if (wantsFace(expectation)) return judgeFace(scan, expectation)
  const portrait = await portraitOn(scan, bytes)
  return judgeScans([scan], { pages: 1, hasActiveContent: false, signs, portrait, expectation })
}

// A photo whose portrait cannot be analysed is still read.
const portraitOn = async ({ page, picture }: PageScan, bytes: Uint8Array) =>
  kindOfPages([page]) === null
    ? null
    : portraitHistoryOf(bytes, { picture, turned: page.turned }).catch(() => null)

const judgeFace = async (scan: PageScan, expectation: Expectation) => {
  const { page, picture } = scan
  const isDocument = kindOfPages([page]) !== null || isKnownPaper(paperOf([scan], { pages: 1 }))
  const faces = await findFaces(picture)
  return judgeSelfie({ faces, seen: picture, taken: page.quality.taken, isDocument }, expectation)
}

const judgePdf = async (
  bytes: Uint8Array,
  { pdf, expectation }: { pdf: Pdf; expectation: Expectation },
): Promise<Validation> => {
  const { pages } = pdf
  const { isActive: hasActiveContent } = await activeContentOf(bytes, pdf)
  if (wantsLegal(expectation)) {
    const checks = [counted(pages), activity(hasActiveContent)]
    return notRead({ pages, hasActiveContent, documentType: 'legal' }, checks)
  }
  if (wantsFace(expectation)) return notRead({ pages, hasActiveContent }, [counted(pages)], [wantsPhoto])
  const paper = await readPaper(bytes, { pdf, hasActiveContent })
  // A known bill is read from its text. A PDF page that is a picture is read as people see it, whatever text lies
  // behind.
  const isText = hasWords(paper) && !paper.isLaidOverPicture
  if (isText && (isKnownPaper(paper) || !wantsPicture(expectation))) return judgePaper(paper, expectation)
  const isIdentitySought = wantsPicture(expectation)
  const scans = await scanPages(pdf, { most: readPages, today: expectation.today, isIdentitySought })
  const signs = [...(paper.signs ?? []), ...scans.flatMap((scan) => scan.signs)]
  return judgeScans(scans, { pages, hasActiveContent, signs, portrait: null, expectation })
}

interface File {
  pages: number
  hasActiveContent: boolean
  signs: EditingSign[]
  portrait: CompressionHistory | null
}

// The kind of document decides which rules apply. The request decides only if the kind cannot be told.
const judgeScans = (scans: PageScan[], { expectation, ...file }: File & { expectation: Expectation }) => {
  const pages = scans.map(({ page }) => page)
  const paper = paperOf(scans, file)
  const zones = pages.flatMap(({ mrz }) => mrz ?? [])
  // Telling the kind by all words takes as long as a line for the network, so it is left out where nothing rests on it.
  const isSure = !wantsPaper(expectation) && zones.some(({ areDigitsRight }) => areDigitsRight)
  const isIdentity = isSure || isIdentityByWords({ paper, pages, zones }, expectation)
  if (!isIdentity) return judgePaper(paper, expectation)
  return judgeIdentity({ ...file, pages, pageCount: file.pages }, expectation)
}

// Heavy print can look like an MRZ, so on a bill an MRZ counts only if its check digits are right.
const isIdentityByWords = (
  { paper, pages, zones }: { paper: Paper; pages: PageScan['page'][]; zones: Mrz[] },
  expectation: Expectation,
) => {
  const isKnown = isKnownPaper(paper) || (wantsPaper(expectation) && isOfTill(paper.segments))
  const isAskedPaper = wantsPaper(expectation) && isKnown
  return (
    (!isAskedPaper && zones.some(({ areDigitsRight }) => areDigitsRight)) ||
    (!isKnown && (zones.length > 0 || kindOfPages(pages) !== null || wantsPicture(expectation)))
  )
}

const paperOf = (scans: PageScan[], file: Partial<File> & { pages: number }): Paper => ({
  segments: scans.flatMap(({ page, picture }) => segmentsOfLines(page, picture, page.number)),
  pages: file.pages,
  hasActiveContent: file.hasActiveContent ?? false,
  isLaidOverPicture: false,
  origin: 'picture',
  quality: qualityOfPages(scans.map(({ page }) => page.quality)),
  signs: file.signs ?? [],
})

const readPaper = async (
  bytes: Uint8Array,
  { pdf, hasActiveContent }: { pdf: Pdf; hasActiveContent: boolean },
): Promise<Paper> => {
  const segments = []
  let isOverlaid = false
  for (let number = 1; number <= Math.min(readPages, pdf.pages); number++) {
    const page = await pdf.page(number)
    const found = await visibleSegments(page, segmentsOf(await readPageText(page), number))
    if (number === 1 && found.length > 0) isOverlaid = await isLaidOverPicture(page)
    segments.push(...found)
  }
  const signs = await editingSignsOfPdf(bytes, pdf)
  return { segments, pages: pdf.pages, hasActiveContent, isLaidOverPicture: isOverlaid, signs }
}

const hasWords = ({ segments }: Paper) =>
  segments.reduce((count, { text }) => count + text.replace(/[^\p{L}]/gu, '').length, 0) >= leastLetters

const isUnknown = ({ metadata }: Validation, expectation: Expectation) =>
  metadata.documentType === null && !wantsFace(expectation)

const unwrap: Record<Wrapping, string> = {
  files:
    'This PDF is an envelope with other files in it, which we do not open. Please upload the document itself.',
  form: 'This PDF is a form that shows its content in few programs. Please open it where you filled it in, print it to a new PDF and upload that.',
}

const wantsPdf = 'Please upload this document as a PDF file with all its pages.'
const wantsPhoto = 'Please upload a photo (JPEG or PNG) of your face instead of a PDF.'

const plain = { expected: null, source: null } as const

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
