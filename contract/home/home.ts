import { z } from 'zod'
import { instant, read, uuid } from '../kit/endpoint.ts'
import { type Page, pages } from '../kit/pages.ts'
import type { Action } from '../kit/rights.ts'
import { MatterName } from '../matters/parties.ts'

/** The kinds of item that can wait for a person of the firm. */
export const WaitingKind = z.enum([
  'documents',
  'checks',
  'messages',
  'requested_cases',
  'next_steps',
  'overdue_tasks',
  'expiring_documents',
  'client_requests',
  'compliance_items',
  'refunds',
  'disputes',
  'failed_emails',
])
export type WaitingKind = z.infer<typeof WaitingKind>

interface Promised {
  title: string
  /** The right to deal with it. It waits for everyone who has this right. */
  action: Action
  /** The page that lists all items of this kind. */
  page: Page
  /** The firm's target in working days. Null if each item has a due date of its own. */
  workingDays: number | null
}

/** The firm's target for each kind of item, and the right to deal with it. */
export const promised: Record<WaitingKind, Promised> = {
  documents: {
    title: 'Documents to review',
    action: 'documents.decide',
    page: pages.reviews,
    workingDays: 1,
  },
  checks: {
    title: 'Identity and bank checks',
    action: 'identity.decide',
    page: pages.checks,
    workingDays: 1,
  },
  messages: {
    title: 'Messages to answer',
    action: 'messages.write',
    page: pages.firmMessages,
    workingDays: 1,
  },
  requested_cases: {
    title: 'Requested cases',
    action: 'matters.run',
    page: pages.firmMatters,
    workingDays: 2,
  },
  next_steps: {
    title: 'Your next steps',
    action: 'matters.run',
    page: pages.firmMatters,
    workingDays: 5,
  },
  overdue_tasks: {
    title: 'Overdue from clients',
    action: 'documents.request',
    page: pages.firmClients,
    workingDays: null,
  },
  expiring_documents: {
    title: 'Expiring documents',
    action: 'documents.request',
    page: pages.firmClients,
    workingDays: null,
  },
  client_requests: {
    title: 'Data requests and complaints',
    action: 'privacy.answer',
    page: pages.firmRequests,
    workingDays: null,
  },
  compliance_items: {
    title: 'Compliance decisions',
    action: 'risk.decide',
    page: pages.compliance,
    workingDays: 2,
  },
  refunds: { title: 'Refunds due', action: 'payments.refund', page: pages.refunds, workingDays: 3 },
  disputes: { title: 'Disputed payments', action: 'payments.refund', page: pages.refunds, workingDays: null },
  failed_emails: {
    title: 'Emails not delivered',
    action: 'mails.manage',
    page: pages.firmMails,
    workingDays: 1,
  },
}

export const WaitingThing = z.strictObject({
  id: uuid(),
  /** The client's name. Null if it belongs to no client. */
  client: z.string().nullable(),
  title: z.string(),
  /** The name of the file that was sent. Null for anything but a document. */
  filename: z.string().nullable(),
  /** The cases that it is for, among those that the user may see. */
  matters: z.array(MatterName),
  /** When it started to wait, or the day it was due. */
  since: instant,
  isLate: z.boolean(),
  /** The path of this portal where it can be dealt with. */
  path: z.string(),
})
export type WaitingThing = z.infer<typeof WaitingThing>

/** How many items of each kind the page lists. */
export const namedAtOnce = 3

export const WaitingGroup = z.strictObject({
  kind: WaitingKind,
  total: z.number().int(),
  /** How many of them have waited longer than the target. */
  late: z.number().int(),
  oldest: z.array(WaitingThing).max(namedAtOnce),
})
export type WaitingGroup = z.infer<typeof WaitingGroup>

export const home = {
  show: read('/api/firm/home', {
    output: z.array(WaitingGroup),
    audience: 'firm',
    action: 'home.read',
    summary: 'What needs this person, by kind: what is late first, then the longest waiting',
  }),
}

/** For how many days before and after its expiry an accepted document is listed. */
export const expiryDays = 30
/** For how many days an email that could not be sent is listed. */
export const failedEmailDays = 14
