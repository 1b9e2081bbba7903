import type { BlankPage } from '#inspector/read/blank-page.ts'
import { type Expectation, wantedInWords } from '../expectation.ts'
import { type Finding, failed, notChecked, passed, verification } from '../finding.ts'
import { emptyInWords } from '../rules/empty.ts'
import { type IdentityKind, nouns, typeOf } from './recognise.ts'

/** It is one of the documents that were asked for. A visa proves a permission, not who somebody is. */
export const identityKindRule = (
  kind: IdentityKind | null,
  expectation: Expectation,
  blankPage: BlankPage | null = null,
): Finding => {
  const wanted = wantedInWords(expectation)
  const noun = kind && nouns[kind]
  const words = {
    rule: 'document_kind',
    title: 'The kind of document we asked for',
    read: noun,
    source: verification,
  }
  if (expectation.expectedTypes.length === 0) return notChecked(words)
  const asked = { ...words, expected: wanted }
  if (kind === null && blankPage) return failed(asked, emptyInWords(blankPage, wanted))
  if (kind === null)
    return failed(
      asked,
      `We couldn't tell what kind of document this is. Please upload ${wanted}, the whole page in the frame.`,
    )
  if (kind === 'visa')
    return failed(
      asked,
      `This is a visa, which does not prove who you are by itself. Please upload ${wanted}.`,
    )
  const type = typeOf[kind]
  if (type !== null && expectation.expectedTypes.includes(type)) return passed(asked)
  return failed(asked, `This looks like a ${noun}. Please upload ${wanted}.`)
}
