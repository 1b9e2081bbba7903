import { z } from 'zod'
import { instant } from '../kit/endpoint.ts'

/** Levels of a PAdES seal (ETSI EN 319 142-1). Each includes all that the previous one has. */
export const SealLevel = z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA'])
export type SealLevel = z.infer<typeof SealLevel>

/** What a level says about the time of the seal, and how long it can be verified. */
export const levelWords: Record<SealLevel, string> = {
  'B-B': 'The time of the seal is the portal’s own; no independent authority has confirmed it.',
  'B-T': 'An independent time-stamp authority has confirmed when the document was sealed.',
  'B-LT':
    'An independent time-stamp authority has confirmed when the document was sealed, and the file carries what is needed to check the certificates later.',
  'B-LTA':
    'An independent time-stamp authority has confirmed when the document was sealed. The file carries what is needed to check the certificates later, protected by a second time stamp.',
}

/** The events in the life of a document that was sent. Each is chained to the previous one by its hash. */
export const EventKind = z.enum([
  'sent',
  'opened',
  'witness_invited',
  'witness_present',
  'witness_declined',
  'pages_seen',
  'consented',
  'signed',
  'witnessed',
  'sealed',
  'strengthened',
  'downloaded',
  'verified',
  'cancelled',
  'replaced',
])
export type EventKind = z.infer<typeof EventKind>

export const eventWords: Record<EventKind, string> = {
  sent: 'Sent for signature',
  opened: 'Opened',
  witness_invited: 'Witness invited',
  witness_present: 'Witness ready',
  witness_declined: 'Witness declined',
  pages_seen: 'Pages shown',
  consented: 'Agreed to sign electronically',
  signed: 'Signed',
  witnessed: 'Witnessed',
  sealed: 'Sealed by the portal',
  strengthened: 'Proof of the seal added',
  downloaded: 'Signed copy downloaded',
  verified: 'Checked',
  cancelled: 'Withdrawn by the firm',
  replaced: 'Replaced by a newer version',
}

export const SignatureEvent = z.strictObject({
  number: z.number().int(),
  kind: EventKind,
  at: instant,
  by: z.string(),
  /** More about the event: "2 of 3 pages". Null if there is nothing to add. */
  detail: z.string().nullable(),
  /** SHA-256 of the event and the previous hash, in hexadecimal. */
  hash: z.string(),
})
export type SignatureEvent = z.infer<typeof SignatureEvent>
