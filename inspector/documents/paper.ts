import type { Validation } from '#contract/validation.ts'
import type { Segment } from '../read/lines.ts'
import { addressOf, type Expectation, purposeOf } from './expectation.ts'
import type { Finding } from './finding.ts'
import { kinds } from './kinds.ts'
import { addressOn, addressRule } from './rules/address.ts'
import { dateRule } from './rules/date.ts'
import { pagesRule, textRule } from './rules/file.ts'
import { kindRule } from './rules/kind.ts'
import { nameOn, nameRule } from './rules/name.ts'
import { readStatement, type Statement } from './statement.ts'
import { type Fields, verdictOf, type Weighed } from './verdict.ts'

/** A PDF whose words were read. */
export interface Paper {
  segments: Segment[]
  pages: number
  hasActiveContent: boolean
  /** The words were laid over a picture of the page; what is seen may differ from what is read. */
  isLaidOverPicture: boolean
}

/** Words that nobody can see beside the picture of a page are not trusted enough to pass alone. */
const overlaidFactor = 0.85

/** Reads a bill, statement, slip or letter and applies the rules for what it is to prove. */
export const judgePaper = (paper: Paper, expectation: Expectation): Validation => {
  const statement = readStatement(paper.segments)
  return verdictOf(rulesFor(statement, paper, expectation), {
    documentType: statement.kind && kinds[statement.kind].type,
    pages: paper.pages,
    hasActiveContent: paper.hasActiveContent,
    fields: fieldsOf(statement, expectation),
    factor: paper.isLaidOverPicture ? overlaidFactor : 1,
  })
}

/** Whether the words are clearly those of a bill, statement, slip or letter. */
export const isKnownPaper = ({ segments }: Paper) => readStatement(segments).kind !== null

const rulesFor = (statement: Statement, paper: Paper, expectation: Expectation): Weighed[] => {
  const { client, today } = expectation
  const purpose = purposeOf(expectation, statement.kind)
  const kind = kindRule(statement, expectation)
  const text = textRule(paper.isLaidOverPicture)
  // To a document that was not asked for, the other rules do not apply.
  if (kind.check.outcome === 'failed')
    return [
      [kind, 1],
      [text, 0],
    ]
  const shares = purpose === 'address' ? [0.25, 0.25, 0.25, 0.25] : [0.3, 0.4, 0, 0.3]
  const rules = [
    nameRule(statement, client),
    addressRule(statement, client, purpose),
    dateRule(statement, today),
  ]
  const told = [kind, ...(statement.kind === null ? rules.map(withoutSearch) : rules)]
  const weighed = told.map((rule, at): Weighed => [rule, shares[at] ?? 0])
  return [...weighed, [text, 0], [pagesRule(statement, paper.pages, purpose), 0]]
}

// Nobody is sent to look for a name and a date on a page that is not a document at all.
const withoutSearch = (rule: Finding): Finding =>
  rule.isMissing ? { ...rule, issue: null, isMissing: false } : rule

const fieldsOf = (statement: Statement, { client }: Expectation): Fields => ({
  fullName: nameOn(statement, client)?.name ?? null,
  documentDate: statement.date?.day ?? null,
  issuer: statement.issuer,
  address: addressOn(statement, client && addressOf(client)),
})
