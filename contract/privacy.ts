import { z } from 'zod'
import { UserId } from './accounts/accounts.ts'
import { ownPassword } from './accounts/passwords.ts'
import { command, create, day, file, id, instant, list, newInOutput, prose } from './kit/endpoint.ts'

declare module './kit/portal.ts' {
  interface Topics {
    privacy: true
  }
}

export const ExportId = id('export')
export type ExportId = z.infer<typeof ExportId>

/**
 * An export that was prepared after entering the password. It can be downloaded once, from the same session, until it
 * expires.
 */
export const Export = z.strictObject({ id: ExportId, expiresAt: instant })
export type Export = z.infer<typeof Export>
export const exportMinutes = 5

export const RequestId = id('clientRequest')
export type RequestId = z.infer<typeof RequestId>

export const RequestKind = z.enum(['erasure', 'complaint'])
export type RequestKind = z.infer<typeof RequestKind>

/** A request or complaint that a client has made under the law, and how it was settled. */
export const ClientRequest = z.strictObject({
  id: RequestId,
  kind: RequestKind,
  /** The number that people quote on the telephone: `HR-R-2026-00003`. */
  reference: z.string(),
  words: z.string(),
  /** What would put it right, in the client's words. */
  wish: z.string().nullable(),
  createdAt: instant,
  /** The day by which the firm has to reply. */
  dueOn: day,
  answer: z.string().nullable(),
  /** How long the law requires the firm to keep the data that it was asked to erase. */
  keptUntil: day.nullable(),
  answeredAt: instant.nullable(),
})
export type ClientRequest = z.infer<typeof ClientRequest>

export const FirmRequest = ClientRequest.extend({
  client: z.strictObject({
    id: UserId,
    name: z.string(),
    /** Whether the user may open their file: whoever answers requests need not look after the client. */
    canOpen: newInOutput(z.boolean(), true),
  }),
})
export type FirmRequest = z.infer<typeof FirmRequest>

export const requestNames: Record<RequestKind, string> = {
  erasure: 'Erasure of personal data',
  complaint: 'Complaint',
}

export const isAnswered = ({ answeredAt }: Pick<ClientRequest, 'answeredAt'>) => answeredAt !== null

/**
 * Adds a calendar month as the law counts it (UK GDPR art. 12(3)): the same day of the next month, or its last day if
 * it is shorter.
 */
const aMonthAfter = (from: string) => {
  const [year = 0, month = 0, date = 0] = from.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10)
}
/** Adds eight weeks, after which the client can go to the Legal Ombudsman (Scheme Rules 4.4). */
const eightWeeksAfter = (from: string) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + 56 * 86_400_000).toISOString().slice(0, 10)

/** Returns the day by which a request received on this day has to be answered. Both are days in London. */
export const dueOnOf = (kind: RequestKind, receivedOn: string) =>
  kind === 'erasure' ? aMonthAfter(receivedOn) : eightWeeksAfter(receivedOn)

export const privacy = {
  prepareExport: create('/api/privacy/exports', {
    input: z.strictObject({
      currentPassword: ownPassword('Current password is required'),
    }),
    output: Export,
    audience: 'client',
    summary: 'Prepares an export of everything held about this client; needs the password',
  }),
  export: file('/api/privacy/exports/:id', {
    input: z.strictObject({ id: ExportId }),
    audience: 'client',
    summary: 'The export as a ZIP: JSON, the original files and a page to read; once',
  }),
  requests: list('/api/privacy/requests', {
    item: ClientRequest,
    audience: 'client',
    summary: "This client's data protection requests and complaints, newest first",
  }),
  askErasure: create('/api/privacy/erasures', {
    input: z.strictObject({ words: prose(2000).optional() }),
    output: ClientRequest,
    audience: 'client',
    summary: 'Asks the firm to erase personal data; answered within a month',
  }),
  complain: create('/api/privacy/complaints', {
    input: z.strictObject({
      words: prose(5000, 'Please tell us what went wrong'),
      wish: prose(2000).optional(),
    }),
    output: ClientRequest,
    audience: 'client',
    summary: 'Makes a complaint, which is acknowledged at once',
  }),
  firmRequests: list('/api/firm/requests', {
    item: FirmRequest,
    audience: 'firm',
    action: 'privacy.read',
    summary: "Requests and complaints from one's clients, open ones first; an administrator sees all",
  }),
  answer: command('/api/firm/requests/:id/answer', {
    input: z.strictObject({
      id: RequestId,
      answer: prose(5000, 'Please write your answer'),
      keptUntil: day.optional(),
    }),
    output: FirmRequest,
    audience: 'firm',
    action: 'privacy.answer',
    summary: 'Answers a request, once; the client is told',
  }),
}
