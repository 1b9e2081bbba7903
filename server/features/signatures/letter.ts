import type { UserId } from '#contract/accounts.ts'
import type { ClientQuestionnaire } from '#contract/forms.ts'
import type { LetterTerms } from '#contract/settings.ts'
import { shortNumber } from '#contract/signatures.ts'
import type { Letterhead, Sheet } from '#server/platform/pdf/layout.ts'

export interface Addressee {
  clientId: UserId
  clientName: string
  /** What the client asks for, in their own words; null where they have not said yet. */
  matter: { matter: ClientQuestionnaire['legalMatter']; description: string } | null
  feeEarner: string
  /** As printed: "21 November 2026". */
  date: string
  firm: Letterhead & LetterTerms & { complaintsTo: string; hours: string }
}

/** Of the wording below: a firm can tell which clients signed which. */
export const letterVersion = '2026-11-22'

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
    { kind: 'paragraph', text: '\n'.repeat(9) },
    { kind: 'paragraph', text: `Wording ${letterVersion}`, look: 'soft' },
  ],
})

const sectionsFor = ({ firm, matter, feeEarner }: Addressee) => [
  {
    heading: 'Your matter',
    paragraphs: [
      matter === null
        ? 'You have asked us to act for you in the matter described in your client questionnaire.'
        : `You have asked us to act for you in ${matterWords[matter.matter]}.${quoted(matter.description)}`,
      'We will confirm the scope of our work in writing once we have considered your instructions.',
      'We do not advise on tax, or on the law of other countries, unless agreed in writing.',
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
      ended(firm.feesText) || 'We will tell you in writing how we charge for your matter before work begins.',
      `${ended(firm.estimateText) || 'We will give you a written estimate of our fees, VAT and payments to others, such as search fees, before work begins.'} We will tell you before a cost goes beyond this estimate.`,
      'Money that you pay to us in advance is held in our client account. We pay interest on it in line with our interest policy, which we will send you on request.',
    ],
  },
  {
    heading: 'What we need from you',
    paragraphs: [
      'We are required by law to know who our clients are and where their money comes from (Money Laundering Regulations 2017). We cannot begin until we have confirmed your identity and address.',
      'We will never change our bank details by email. If you are told otherwise, do not pay: call us on a number you already know.',
    ],
  },
  {
    heading: 'Your right to cancel',
    paragraphs: [
      'Where we have not met in person, or met away from our office, you may cancel this agreement within 14 days of signing it, without a reason and without cost, by telling us in writing. If you ask us to begin before then, you will pay for the work done until you cancel.',
    ],
  },
  {
    heading: 'If something goes wrong',
    paragraphs: [
      `Tell ${feeEarner} first, or write to ${firm.complaintsTo || 'the firm'}. We will answer your complaint within eight weeks. If you are still not satisfied, you can go to the Legal Ombudsman, PO Box 6167, Slough SL1 0EH, telephone 0300 555 0333, enquiries@legalombudsman.org.uk, normally within six months of our final response and within one year of what you are complaining about.`,
      'If you are concerned about our behaviour, you can report it to the Solicitors Regulation Authority. If you disagree with a bill, you can also ask a court to assess it (Solicitors Act 1974, Part III).',
    ],
  },
  {
    heading: 'Your file and your data',
    paragraphs: [
      'We keep your file for at least six years after your matter ends, and then destroy it. How we use your personal data is set out in our privacy notice, which is linked at the foot of every page of this portal.',
    ],
  },
]

const matterWords: Record<ClientQuestionnaire['legalMatter'], string> = {
  property: 'a property matter',
  family: 'a family matter',
  business: 'a business matter',
  employment: 'an employment matter',
  immigration: 'an immigration matter',
  criminal: 'a criminal matter',
  other: 'a legal matter',
}

/** A letter has room for so many characters of the client's own words; the questionnaire keeps them all. */
const mostQuoted = 600

/** The client's own words, as theirs: the firm has not said them. */
const quoted = (description: string) => {
  if (description === '') return ''
  const isLong = description.length > mostQuoted
  const words = isLong ? `${description.slice(0, mostQuoted).toWellFormed().trimEnd()} …` : description
  return ` In your own words: “${words}”`
}

const supervisionIn = ({ supervisor }: LetterTerms) =>
  supervisor === ''
    ? 'We will tell you in writing who supervises your matter before work begins.'
    : ended(`Your matter is supervised by ${supervisor}`)

const reachIn = ({ telephone, hours }: Addressee['firm']) =>
  telephone === ''
    ? 'You can reach us by sending a message in this portal.'
    : `You can reach us on ${telephone}${hours === '' ? '' : ` (${hours})`}, or by sending a message in this portal.`

/** A full stop where the firm has left it out. */
const ended = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)
