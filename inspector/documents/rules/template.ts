import { besideOrAbove, type Segment } from '../../read/lines.ts'
import { type Finding, passed, suspicious, verification } from '../finding.ts'

/** What templates leave to be filled in, and how they call themselves. Banks and suppliers print none of these. */
const placeholders = [
  /\[\s*(?:your|insert|enter|company|logo|street|town|city|county|name|first|last|full|address|date|postcode|phone|account|amount|customer|client|employee|employer)\b[^\]]{0,40}\]/i,
  /\{\{[^}]{1,40}\}\}|<<\s*\p{L}[^>]{1,40}>>/u,
  /\blorem\s+ipsum\b/i,
  /\b(?:DD|XX)[/.-](?:MM|XX)[/.-](?:YY|XX)(?:YY|XX)?\b/,
  /^\W*(?:your|insert)\s+(?:company|business|logo)(?:\s+name)?(?:\s+here)?\W*$/i,
  /\b(?:bill|statement|payslip|pay\s*stub|invoice)\s+(?:template|generator|maker)\b|\btemplate\s+(?:bill|statement|payslip|invoice)\b/i,
  /^\W*(?:sample|specimen)\W*$|\b(?:sample|specimen)\s+(?:bill|statement|payslip|document|only|copy)\b/i,
]

/** Detects a page that was made of a template, by what was left of it. */
export const templateRule = (segments: Segment[]): Finding => {
  const rule = { rule: 'not_specimen', title: 'Not a specimen', source: verification }
  const found = segments
    .map((segment) => withoutMaskedCode(segment, segments))
    .flatMap((text) => placeholders.map((pattern) => pattern.exec(text)?.[0].trim()))
    .find((text) => text !== undefined)
  if (found === undefined) return passed(rule)
  return suspicious(
    { ...rule, read: found },
    { flag: 'isFraudulent', evidence: `It carries what a template leaves to be filled in: "${found}".` },
  )
}

const maskedCode = /^XX-XX-XX(?![-X\d])/
const labelledCode = /(\bsort\s*code\W{1,3})XX-XX-XX(?![-X\d])/gi
const labelOfCode = /\bsort\s*code\W*$/i

/** Banks mask sort codes as templates leave dates open, so a masked code is left out where a label says what it is. */
const withoutMaskedCode = (segment: Segment, segments: Segment[]) => {
  const isLabelled =
    maskedCode.test(segment.text) &&
    besideOrAbove(segment, segments).some(({ text }) => labelOfCode.test(text))
  return (isLabelled ? segment.text.replace(maskedCode, '') : segment.text).replace(labelledCode, '$1')
}
