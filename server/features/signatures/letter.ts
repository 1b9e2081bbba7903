import type { LetterTerms } from '#contract/settings.ts'
import { shortNumber } from '#contract/signatures.ts'
import type { Letterhead, Sheet } from '#server/platform/paper/sheet.ts'

export interface Addressee {
  clientId: string
  clientName: string
  /** In the client's words; null where they have not said yet. */
  matter: string | null
  feeEarner: string
  /** As printed: "21 November 2026". */
  date: string
  firm: Letterhead & LetterTerms & { complaintsTo: string; hours: string }
}

/** Of the wording below: a firm can tell which clients signed which. */
export const letterVersion = '2026-11-21-2'

/** The letter that a firm owes each client (SRA Standards and Regulations, Code for Firms 7.1 and 8.6 to 8.11). */
export const letterFor = (to: Addressee): Sheet => ({
  letterhead: to.firm,
  title: 'Client care letter',
  lead: `${to.date} · Our reference ${shortNumber(to.clientId)}`,
  blocks: [
    { kind: 'paragraph', text: `Dear ${to.clientName}` },
    {
      kind: 'paragraph',
      text: `Thank you for instructing ${to.firm.name}. This letter and our terms of business are the agreement between us. Please read it, ask us about anything that is unclear, and sign it.`,
    },
    ...sectionsFor(to).flatMap(({ heading, paragraphs }) => [
      { kind: 'heading' as const, text: heading },
      ...paragraphs.map((text) => ({ kind: 'paragraph' as const, text })),
    ]),
    { kind: 'paragraph', text: `Yours sincerely\n\n${to.feeEarner}\n${to.firm.name}` },
    { kind: 'heading', text: 'Your agreement' },
    {
      kind: 'paragraph',
      text: 'I have read this letter and agree to its terms. I would like you to act for me.',
    },
    { kind: 'paragraph', text: '\n\n\n\n\n' },
    { kind: 'paragraph', text: `Wording ${letterVersion}`, look: 'soft' },
  ],
})

const sectionsFor = ({ firm, matter, feeEarner }: Addressee) => [
  {
    heading: 'Your matter',
    paragraphs: [
      matter === null
        ? 'We act for you in the matter that you describe in your client questionnaire. We confirm its scope in writing once we have read your answers.'
        : `We act for you in this matter: ${matter}`,
      'We do not advise on tax, or on the law of other countries, unless we agree so in writing.',
    ],
  },
  {
    heading: 'Who works for you',
    paragraphs: [
      `${feeEarner} is responsible for your matter and is the person to ask first. ${supervisionIn(firm)} ${reachIn(firm)}`,
    ],
  },
  {
    heading: 'What it costs',
    paragraphs: [
      ended(firm.feesText) || 'We tell you in writing how we charge for your matter before work begins.',
      `${ended(firm.estimateText) || 'We give you a written estimate of our fees, of VAT and of payments to others, such as search fees, before work begins.'} We tell you before a cost goes beyond this estimate.`,
      'Money that you pay to us in advance is held in our client account. We only pay interest on it under our interest policy, which we send you on request.',
    ],
  },
  {
    heading: 'What we need from you',
    paragraphs: [
      'The law asks us to know who our clients are and where their money comes from (Money Laundering Regulations 2017). We cannot begin before you have proved your identity and address in this portal.',
      'Our bank details never change by e-mail. If you are told otherwise, do not pay, and call us on a number that you already know.',
    ],
  },
  {
    heading: 'Your right to cancel',
    paragraphs: [
      'Where we have not met in person, or met away from our office, you may cancel this agreement within 14 days of signing it, without a reason and without cost, by telling us in writing. If you ask us to begin before then, you pay for what was done until you cancel.',
    ],
  },
  {
    heading: 'If something goes wrong',
    paragraphs: [
      `Tell ${feeEarner} first, or write to ${firm.complaintsTo || 'the firm'}. We answer a complaint within eight weeks. If you are not satisfied then, you may go to the Legal Ombudsman, PO Box 6167, Slough SL1 0EH, telephone 0300 555 0333, enquiries@legalombudsman.org.uk, normally within six months of our final answer and within one year of what you complain about.`,
      'If you are concerned about our behaviour, you may tell the Solicitors Regulation Authority. Where you disagree with a bill, you may also ask a court to assess it (Solicitors Act 1974, Part III).',
    ],
  },
  {
    heading: 'Your papers and your data',
    paragraphs: [
      'We keep your papers for at least six years after the end of your matter, and then destroy them. How we use what we know about you stands in our privacy notice, which this portal shows at the foot of each page.',
    ],
  },
]

const supervisionIn = ({ supervisor }: LetterTerms) =>
  supervisor === ''
    ? 'We tell you in writing who supervises your matter before work begins.'
    : ended(`Your matter is supervised by ${supervisor}`)

const reachIn = ({ telephone, hours }: Addressee['firm']) =>
  telephone === ''
    ? 'You reach us by a message in this portal.'
    : `You reach us on ${telephone}${hours === '' ? '' : `, ${hours}`}, or by a message in this portal.`

/** A full stop where the firm has left it out. */
const ended = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)
