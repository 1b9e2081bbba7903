import { eventWords } from '#contract/signatures/evidence.ts'
import { consent, type Signature } from '#contract/signatures/signatures.ts'
import { deedLaw, type Witness, witnessStatement } from '#contract/signatures/witness.ts'
import type { Block, Letterhead, PdfContent } from '#server/platform/pdf/layout.ts'
import { stampedMark } from '#server/platform/signing/job.ts'
import type { EventRow, RequestRow } from '../store.ts'
import type { Mark } from './read-mark.ts'
import type { Witnessing } from './signature-plan.ts'

export interface Facts {
  request: RequestRow
  firm: Letterhead & { timeZone: string }
  /** `signedAs` is a typed name that differs from the signer's, otherwise null. */
  signer: { name: string; signedAs: string | null; email: string; authentication: string }
  mark: Mark
  /** Whether the consent was shown to the signer and agreed to. Some requests don't say. */
  hasConsented: boolean
  at: Date
  /** The address of the page on which anybody checks a signed file. */
  verifyUrl: string
  /** For a deed. */
  witness: Witnessing['witness'] | null
  /** Including the events that this signature adds. */
  events: Omit<EventRow, 'id'>[]
}

/** Returns the pages after the document: who signed what and when, how that is known, and what happened before. */
export const evidenceOf = (facts: Facts): PdfContent => {
  const { request, firm, events } = facts
  return {
    letterhead: firm,
    title: 'Evidence of signature',
    pageName: 'Evidence page',
    lead: request.name,
    blocks: [
      { kind: 'mark', picture: facts.mark.picture, text: facts.mark.typedName ?? '' },
      { kind: 'rows', rows: factsOf(facts) },
      { kind: 'heading', text: 'What was agreed to' },
      {
        kind: 'paragraph',
        text: facts.hasConsented
          ? `“${consent.text}” (version ${consent.version})`
          : 'The request to sign did not carry the words of consent, so only the act of signing is recorded.',
      },
      ...witnessBlocks(facts),
      { kind: 'heading', text: 'What happened' },
      { kind: 'rows', rows: events.map((event) => rowOf(event, firm.timeZone)) },
      { kind: 'heading', text: 'How to check this file' },
      { kind: 'paragraph', text: howToCheck(firm.name, facts.verifyUrl), look: 'soft' },
    ],
  }
}

/** Returns who saw a deed being signed, as the witness states. The portal checks none of it. */
const witnessBlocks = ({ witness, firm }: Facts): Block[] =>
  witness === null
    ? []
    : [
        { kind: 'heading', text: 'Signed as a deed, before a witness' },
        { kind: 'mark', picture: witness.mark.picture, text: witness.mark.typedName ?? '' },
        {
          kind: 'rows',
          rows: [
            { name: 'Witness', value: witness.name, strong: true },
            { name: 'Address', value: witness.address },
            { name: 'Occupation', value: witness.occupation },
            { name: 'Signed by the witness at', value: bothTimes(witness.at, firm.timeZone) },
          ],
        },
        {
          kind: 'paragraph',
          text: `The witness states: “${witness.statement}” (version ${witnessStatement.version})`,
        },
        {
          kind: 'paragraph',
          text: `The witness signed through a separate link, opened with a code from the signer’s screen, in a browser where the signer was not signed in. The portal recorded what the witness stated. It did not check who the witness is or that they were in the room. ${deedLaw.name}: ${deedLaw.link}`,
          look: 'soft',
        },
      ]

const factsOf = ({ request, firm, signer, mark, at, events }: Facts) => [
  { name: 'Signed by', value: `${signer.name}\n${signer.email}`, strong: true },
  { name: 'Signed at', value: bothTimes(at, firm.timeZone) },
  ...(signer.signedAs === null
    ? []
    : [
        {
          name: 'Signed as',
          value: `${signer.signedAs}\nNot the name on the account; ${signer.name} was asked and confirmed it.`,
        },
      ]),
  { name: 'Signature', value: methodWords[mark.method] },
  { name: 'Signed in with', value: signer.authentication },
  {
    name: 'Document',
    value: `${request.name}\n${request.pages} ${request.pages === 1 ? 'page' : 'pages'}, ${request.fileSize.toLocaleString('en-GB')} bytes`,
  },
  { name: 'Reference', value: request.documentId },
  { name: 'SHA-256 as it was sent', value: request.sha256 },
  { name: 'SHA-256 once stamped', value: stampedMark },
  { name: 'Record of events', value: events.at(-1)?.hash ?? '' },
]

const rowOf = (event: Omit<EventRow, 'id'>, zone: string) => {
  const { number, kind, at, actorName, address, agent, hash } = event
  const lines = [
    // Why a witness declined is for the signer and the firm. Everyone with a copy of the deed reads this page.
    kind === 'witness_declined' ? null : detailOf(event),
    bothTimes(at, zone),
    [actorName, address, agent].filter(Boolean).join(' · '),
    `Hash ${hash.slice(0, 32)}…`,
  ]
  return { name: `${number}. ${eventWords[kind]}`, value: lines.filter((line) => line !== null).join('\n') }
}

/** Returns more about an event as a phrase, or null. */
export const detailOf = ({ kind, details }: Pick<EventRow, 'kind' | 'details'>) => {
  const { pages, outcome, authentication, signedAs, level } = details
  if (kind === 'pages_seen' && pages !== undefined)
    return `${pages} ${pages.endsWith(' 1') ? 'page' : 'pages'}`
  if (kind === 'signed' && authentication !== undefined)
    return `${signedAs === undefined ? '' : `Signed as ${signedAs}. `}Signed in with: ${authentication}`
  if (kind === 'witnessed')
    return [details.name, details.occupation, oneLine(details.address ?? '')].filter(Boolean).join(', ')
  if ((kind === 'sealed' || kind === 'strengthened') && level !== undefined) return `PAdES ${level}`
  if (kind === 'witness_declined') return details.reason ?? null
  return kind === 'verified' ? (outcome ?? null) : null
}

/**
 * Returns local time and UTC on two lines, such as "21 November 2026 at 10:05:07 GMT (Europe/London)" and
 * "2026-11-21T10:05:07Z UTC".
 */
const bothTimes = (at: Date, zone: string) =>
  `${localTime(at, zone)} (${zone})\n${at.toISOString().replace(/\.\d+/, '')} UTC`

export const localTime = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(at)

const howToCheck = (firm: string, verifyUrl: string) =>
  `${firm}'s portal has sealed this file under the European standard PAdES (ETSI EN 319 142). A PDF reader will show whether it has been changed since. It may also warn that it does not know who issued the certificate. The date and time above are the portal's own; where an independent time-stamp authority has confirmed when the file was sealed, a PDF reader shows that as well, and so does the portal's page ${verifyUrl}. To verify that this is the signed file, open that page and choose the file; the file itself is not sent there. Each event holds the hash of the one before it. The record of events above is the hash of the last one, and is also part of the seal.`

/** Returns an address as one line. */
export const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ', ')

/** Returns the reason in the seal. It holds the hash of the record of events, so that neither can be replaced alone. */
export const reasonOf = (name: string, record: string, witness: Pick<Witness, 'name'> | null = null) =>
  `Signed by ${name}${witness === null ? '' : `, witnessed by ${witness.name}`}. Record of events ${record}`

/** How a signature was made, as the stamp and the evidence say it. */
export const methodWords: Record<Signature['method'], string> = {
  drawn: 'Drawn on screen',
  typed: 'Typed on screen, as a signature',
}
