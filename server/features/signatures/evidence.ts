import { consent, eventWords } from '#contract/signatures.ts'
import type { Letterhead, Sheet } from '#server/platform/paper/sheet.ts'
import { stampedMark } from '#server/platform/sealing/job.ts'
import type { EventRow, RequestRow } from './store.ts'

export interface Facts {
  request: RequestRow
  firm: Letterhead & { timeZone: string }
  signer: { name: string; email: string; authentication: string }
  method: string
  /** Whether the words were put before the signer and agreed to; a bare request does not say. */
  hasConsented: boolean
  at: Date
  /** With the ones that this signature adds. */
  events: Omit<EventRow, 'id'>[]
}

/** The pages after the document: who signed what, when, how that is known, and what happened before. */
export const evidenceOf = (facts: Facts): Sheet => {
  const { request, firm, events } = facts
  return {
    letterhead: firm,
    title: 'Evidence of signature',
    lead: request.name,
    blocks: [
      { kind: 'rows', rows: factsOf(facts) },
      { kind: 'heading', text: 'What was agreed to' },
      {
        kind: 'paragraph',
        text: facts.hasConsented
          ? `“${consent.text}” (version ${consent.version})`
          : 'The request to sign came without the words of consent: the act of signing stands for itself.',
      },
      { kind: 'heading', text: 'What happened' },
      { kind: 'rows', rows: events.map((event) => rowOf(event, firm.timeZone)) },
      { kind: 'heading', text: 'How to check this file' },
      { kind: 'paragraph', text: howToCheck(firm.name), look: 'soft' },
    ],
  }
}

const factsOf = ({ request, firm, signer, method, at, events }: Facts) => [
  { name: 'Signed by', value: `${signer.name}\n${signer.email}`, strong: true },
  { name: 'Signed at', value: bothTimes(at, firm.timeZone) },
  { name: 'Signature', value: method },
  { name: 'Signed in with', value: signer.authentication },
  {
    name: 'Document',
    value: `${request.name}\n${request.pages} ${request.pages === 1 ? 'page' : 'pages'}, ${request.fileSize} bytes`,
  },
  { name: 'Reference', value: request.documentId },
  { name: 'SHA-256 as it was sent', value: request.sha256 },
  { name: 'SHA-256 once stamped', value: stampedMark },
  { name: 'Record of events', value: events.at(-1)?.hash ?? '' },
]

const rowOf = (event: Omit<EventRow, 'id'>, zone: string) => {
  const { number, kind, at, actorName, address, agent, hash } = event
  const lines = [
    detailOf(event),
    bothTimes(at, zone),
    [actorName, address, agent].filter(Boolean).join(' · '),
    `Hash ${hash.slice(0, 32)}…`,
  ]
  return { name: `${number}. ${eventWords[kind]}`, value: lines.filter((line) => line !== null).join('\n') }
}

/** What more is known of an event, in words; null where there is nothing to say. */
export const detailOf = ({ kind, details }: Pick<EventRow, 'kind' | 'details'>) => {
  const { pages, outcome, authentication } = details
  if (kind === 'pages_seen' && pages !== undefined)
    return `${pages} ${pages.endsWith(' 1') ? 'page' : 'pages'}`
  if (kind === 'signed' && authentication !== undefined) return `Signed in with: ${authentication}`
  return kind === 'verified' ? (outcome ?? null) : null
}

/** "21 November 2026 at 10:05:07 GMT (Europe/London) · 2026-11-21T10:05:07Z" */
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

const howToCheck = (firm: string) =>
  `This file is sealed with the certificate of ${firm}'s portal. A PDF reader tells whether it was changed since. It also says that it does not know who issued the certificate: the portal made it itself, and did not buy it from an authority that readers know. Whether this is the signed file can be asked at the page /verify of the portal, to which the file itself is not sent. Each event holds the hash of the one before it; the record of events above is the hash of the last one, and stands in the seal as well.`

/** What the seal says of itself: with the record of events, so that neither can be exchanged alone. */
export const reasonOf = (name: string, record: string) => `Signed by ${name}. Record of events ${record}`
export const recordIn = (reason: string | null) =>
  /Record of events ([0-9a-f]{64})$/.exec(reason ?? '')?.[1] ?? null

/** How it was signed, with what was typed in full: a stamp has little room. */
export const methodOf = ({ typedName }: { typedName: string | null }) =>
  typedName === null ? 'Drawn on the screen' : `Typed, meant as a signature\n${typedName}`
