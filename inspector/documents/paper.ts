import type { Validation } from '#contract/validation.ts'
import type { EditingSign, EditingSignName } from '../read/editing-sign.ts'
import type { Segment } from '../read/lines.ts'
import { mended } from '../read/ocr-correction.ts'
import { type Expectation, purposeOf } from './expectation.ts'
import type { Finding } from './finding.ts'
import { fundsRule, sumsOn } from './funds.ts'
import { kinds } from './kinds.ts'
import { fieldsOf, supportOf } from './paper-fields.ts'
import { addressRule } from './rules/address.ts'
import { dateRule } from './rules/date.ts'
import { pagesRule, textRule } from './rules/file.ts'
import { kindRule } from './rules/kind.ts'
import { nameRule } from './rules/name.ts'
import { editedRule } from './rules/original.ts'
import { type PictureQuality, qualityRules } from './rules/quality.ts'
import { readStatement, type Statement } from './statement.ts'
import { verdictOf, type Weighed } from './verdict.ts'

/** A bill, statement, slip or letter whose words were read. */
export interface Paper {
  segments: Segment[]
  pages: number
  hasActiveContent: boolean
  /** The words were laid over a picture of the page; what is seen may differ from what is read. */
  isLaidOverPicture: boolean
  /** `picture`: a reader of pictures found the words; `text`, the usual: the file itself tells them. */
  origin?: 'text' | 'picture'
  /** Of a photo. */
  quality?: PictureQuality | undefined
  signs?: EditingSign[]
}

/** Words that nobody can see beside the picture of a page are not trusted enough to pass alone. */
const overlaidFactor = 0.85
/** No reading of a picture is surer than this. */
const mostFromPicture = 0.96
/** A picture whose name, address or date was read less surely than this is looked at by a person. */
const leastSure = 0.8

/** Reads a bill, statement, slip or letter and applies the rules for what it is to prove. */
export const judgePaper = (read: Paper, expectation: Expectation): Validation => {
  const paper = read.origin === 'picture' ? { ...read, segments: mended(read.segments) } : read
  const statement = readStatement(paper.segments)
  return verdictOf(rulesFor(statement, paper, expectation), {
    documentType: statement.kind && kinds[statement.kind].type,
    pages: paper.pages,
    hasActiveContent: paper.hasActiveContent,
    fields: fieldsOf(statement, paper.segments, expectation),
    factor: paper.isLaidOverPicture ? overlaidFactor : 1,
    limit: limitOf(paper, statement, expectation),
  })
}

/** Whether the words are clearly those of a bill, statement, slip or letter. */
export const isKnownPaper = ({ segments, origin }: Paper) =>
  readStatement(origin === 'picture' ? mended(segments) : segments).kind !== null

// The verdict is as sure as the least sure of the lines that it rests on.
const limitOf = ({ origin, segments }: Paper, statement: Statement, expectation: Expectation) => {
  if (origin !== 'picture') return 1
  const support = supportOf(statement, segments, expectation)
  const least = Math.min(1, ...support.map(({ segment }) => segment.confidence ?? 1))
  return least < leastSure ? least : mostFromPicture
}

const rulesFor = (statement: Statement, paper: Paper, expectation: Expectation): Weighed[] => {
  const { client, today } = expectation
  const purpose = purposeOf(expectation, statement.kind)
  const kind = kindRule(statement, expectation, paper.quality?.blankPage)
  const text = textRule(paper)
  const edited = editedRule(paper.signs ?? [], signsOfLetters(statement))
  const isRead = statement.kind !== null && statement.date !== undefined
  const file = [text, edited, ...qualityRules(paper.quality, { isRead })].map((rule): Weighed => [rule, 0])
  // To a document that was not asked for, the other rules do not apply; that it is somebody else's is told beside.
  if (kind.check.outcome === 'failed') return [[kind, 1], ...othersName(statement, client), ...file]
  const shares = purpose === 'address' ? [0.25, 0.25, 0.25, 0.25] : [0.3, 0.4, 0, 0.3]
  const rules = [
    nameRule(statement, client),
    addressRule(statement, client, purpose),
    dateRule(statement, today),
  ]
  const told = [kind, ...(statement.kind === null ? rules.map(withoutSearch) : rules)]
  const weighed = told.map((rule, at): Weighed => [rule, shares[at] ?? 0])
  const sums = fundsRule(sumsOn(paper.segments, statement.kind), purpose)
  const others = [pagesRule(statement, paper.pages, purpose), ...sums].map((rule): Weighed => [rule, 0])
  return [...weighed, ...file, ...others]
}

const othersName = (statement: Statement, client: Expectation['client']): Weighed[] => {
  const name = nameRule(statement, client)
  return name.check.outcome === 'failed' ? [[{ ...name, issue: null }, 0]] : []
}

// Employers, solicitors and relatives write with a word processor; banks and utilities do not. A relative fills
// in a form and signs it on the page.
const signsOfLetters = ({ kind }: Statement): EditingSignName[] => {
  if (kind === 'gift_letter') return ['word_processor', 'added']
  return kind === null || kind === 'payslip' || kind === 'completion_statement' ? ['word_processor'] : []
}

// Nobody is sent to look for a name and a date on a page that is not a document at all.
const withoutSearch = (rule: Finding): Finding =>
  rule.isMissing ? { ...rule, issue: null, isMissing: false } : rule
