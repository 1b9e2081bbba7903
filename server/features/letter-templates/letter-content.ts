import type { LetterTemplate } from '#contract/letter-templates/letter-templates.ts'
import type { LetterBlock, MergeValues } from '#contract/letter-templates/merge-text.ts'
import type { LetterTerms } from '#contract/settings.ts'
import type { Block, Letterhead, PdfContent } from '#server/platform/pdf/layout.ts'
import { shippedEdition } from './shipped/templates.ts'

interface Parts {
  title: string
  letterhead: Letterhead
  /** As printed: "21 November 2026". */
  date: string
  reference: string
  blocks: readonly LetterBlock[]
  /** Room for a signature at its end. */
  isSigned: boolean
  wording: string
}

/** A letter as it is drawn: every letter of the firm looks the same. */
export const letterContent = (parts: Parts): PdfContent => ({
  letterhead: parts.letterhead,
  title: parts.title,
  lead: `${parts.date} · Our reference ${parts.reference}`,
  blocks: [
    ...parts.blocks.map(
      ({ kind, text }): Block => (kind === 'heading' ? { kind, text } : paragraphOf(kind, text)),
    ),
    ...(parts.isSigned ? [{ kind: 'paragraph' as const, text: '\n'.repeat(9) }] : []),
    { kind: 'paragraph', text: `Wording ${parts.wording}`, look: 'soft' },
  ],
})

const paragraphOf = (kind: 'paragraph' | 'point', text: string): Block => ({
  kind: 'paragraph',
  text: kind === 'point' ? `•  ${text}` : text,
})

/** Which words a letter was made of: the shipped ones by their date, the firm's by their version. */
export const wordingOf = ({ version, isShipped }: Pick<LetterTemplate, 'version' | 'isShipped'>) =>
  isShipped ? shippedEdition : `version ${version}`

/** What the firm says of itself, by merge fields. */
export const firmValues = (
  firm: Letterhead & LetterTerms & { complaintsTo: string; hours: string },
): MergeValues => ({
  'firm.name': firm.name,
  'firm.telephone': firm.telephone,
  'firm.hours': firm.hours,
  'firm.email': firm.email,
  'firm.address': firm.postalAddress,
  'firm.complaints': firm.complaintsTo,
  'firm.supervisor': firm.supervisor.replace(/\.$/, ''),
  'firm.fees': ended(firm.feesText),
  'firm.estimate': ended(firm.estimateText),
})

/** A full stop where the firm has left it out. */
const ended = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)

export const letterDate = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(at)
