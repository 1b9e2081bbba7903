import { z } from 'zod'
import { UserId } from './accounts.ts'
import { CaseStatus } from './case-states.ts'
import { command, create, id, instant, line, list, pageSize, prose, read } from './kit.ts'
import { pages } from './pages.ts'

export const CaseId = id('case')
export type CaseId = z.infer<typeof CaseId>

export const CasePriority = z.enum(['high', 'medium', 'low'], 'Please choose how urgent it is')
export type CasePriority = z.infer<typeof CasePriority>
export const priorityNames: Record<CasePriority, string> = { high: 'High', medium: 'Medium', low: 'Low' }

/** What the pages offer; a firm may have words of its own for a kind of matter. */
export const caseTypes = [
  'Property',
  'Family',
  'Wills and probate',
  'Business',
  'Employment',
  'Immigration',
  'Dispute',
  'Other',
] as const

export const WhoseMove = z.enum(['client', 'firm', 'third_party'], "Please say who's next to act")
export type WhoseMove = z.infer<typeof WhoseMove>

/** Who has the ball: who has to do something before the case goes on. */
export const Move = z.strictObject({
  whose: WhoseMove,
  /** Who that is, where it is neither the client nor the firm: "the seller's solicitors". */
  thirdParty: z.string().nullable(),
  nextStep: z.string(),
  since: instant,
})
export type Move = z.infer<typeof Move>

/** Whose move it is, in the words that a client reads. */
export const moveWords = ({ whose, thirdParty }: Pick<Move, 'whose' | 'thirdParty'>) =>
  ({
    client: 'Your move',
    firm: 'With your legal team',
    third_party: `With ${thirdParty ?? 'someone else'}`,
  })[whose]

export const Case = z.strictObject({
  id: CaseId,
  title: z.string(),
  /** What people call it on the telephone: `HR-2026-00012`. */
  reference: z.string(),
  status: CaseStatus,
  type: z.string(),
  priority: CasePriority,
  description: z.string(),
  /** Why the firm turned it down. */
  reason: z.string().nullable(),
  /** Of an open case. */
  move: Move.nullable(),
  createdAt: instant,
  closedAt: instant.nullable(),
})
export type Case = z.infer<typeof Case>

export const CaseEventKind = z.enum([
  'requested',
  'opened',
  'rejected',
  'moved',
  'noted',
  'closed',
  'reopened',
])
export type CaseEventKind = z.infer<typeof CaseEventKind>

export const CaseEvent = z.strictObject({
  id: id('caseEvent'),
  kind: CaseEventKind,
  at: instant,
  /** As they were called then. */
  by: z.strictObject({ name: z.string(), isOfFirm: z.boolean() }),
  /** The next step, the reason or the note. */
  words: z.string().nullable(),
  move: Move.pick({ whose: true, thirdParty: true }).nullable(),
})
export type CaseEvent = z.infer<typeof CaseEvent>

/** A case and all that happened in it, the newest first. */
export const CaseFile = Case.extend({ events: z.array(CaseEvent) })
export type CaseFile = z.infer<typeof CaseFile>

const CaseClient = z.strictObject({ id: UserId, name: z.string() })
export type CaseClient = z.infer<typeof CaseClient>
/** The same for the firm: it has many clients. */
export const FirmCase = Case.extend({ client: CaseClient })
export type FirmCase = z.infer<typeof FirmCase>
export const FirmCaseFile = CaseFile.extend({ client: CaseClient })
export type FirmCaseFile = z.infer<typeof FirmCaseFile>

const asked = z.strictObject({
  title: line(120, 'Please give the case a title'),
  type: line(60, 'Please choose what it is about'),
  priority: CasePriority,
  description: prose(4000, 'Please tell us what it is about'),
})

const step = z.strictObject({
  whose: WhoseMove,
  thirdParty: line(80).optional(),
  nextStep: line(200, 'Please say what happens next'),
})
export type Step = z.infer<typeof step>

/** Whoever waits for "somebody else" wants to know for whom. */
const isNamed = ({ whose, thirdParty }: Pick<Step, 'whose' | 'thirdParty'>) =>
  whose !== 'third_party' || Boolean(thirdParty)
const unnamed = {
  message: 'Please say who that is',
  path: ['thirdParty'],
  when: ({ value }: { value: unknown }) => (value as { whose?: unknown } | null)?.whose === 'third_party',
}

const one = z.strictObject({ id: CaseId })

export const cases = {
  list: list('/api/cases', { item: Case, audience: 'client', summary: "The client's cases, newest first" }),
  one: read('/api/cases/:id', {
    input: one,
    output: CaseFile,
    audience: 'client',
    summary: 'One case and what happened in it',
  }),
  request: create('/api/cases', {
    input: asked,
    output: Case,
    audience: 'client',
    summary: 'Requests a new case, which is pending until the firm opens it',
  }),
  close: command('/api/cases/:id/close', {
    input: one,
    output: Case,
    audience: 'client',
    summary: 'Closes an open case',
  }),
  firmList: list('/api/firm/cases', {
    item: FirmCase,
    audience: 'firm',
    summary: 'The cases of this person’s clients, requested ones first',
  }),
  firmOne: read('/api/firm/cases/:id', {
    input: one,
    output: FirmCaseFile,
    audience: 'firm',
    summary: 'One case of a client and what happened in it',
  }),
  clients: read('/api/firm/case-clients', {
    input: z.strictObject({ search: line(100).optional() }),
    output: z.array(CaseClient).max(pageSize),
    audience: 'firm',
    summary: 'The clients for whom this person may open a case, by name',
  }),
  start: create('/api/firm/cases', {
    input: z.strictObject({ clientId: UserId, ...asked.shape, ...step.shape }).refine(isNamed, unnamed),
    output: FirmCase,
    audience: 'firm',
    summary: 'Opens a case for a client who has not asked for it',
  }),
  open: command('/api/firm/cases/:id/open', {
    input: step.extend({ id: CaseId }).refine(isNamed, unnamed),
    output: FirmCase,
    audience: 'firm',
    summary: 'Opens a requested case and says who is next to act',
  }),
  reject: command('/api/firm/cases/:id/reject', {
    input: one.extend({ reason: prose(1000, 'Please tell the client why') }),
    output: FirmCase,
    audience: 'firm',
    summary: 'Turns a requested case down, with the reason',
  }),
  move: command('/api/firm/cases/:id/step', {
    input: step.extend({ id: CaseId }).refine(isNamed, unnamed),
    output: FirmCase,
    audience: 'firm',
    summary: 'Says what happens next in an open case, and who is next to act',
  }),
  note: command('/api/firm/cases/:id/notes', {
    input: one.extend({ note: prose(2000, 'Please write what you want the client to know') }),
    output: FirmCase,
    audience: 'firm',
    summary: 'Tells the client something in the timeline of a case',
  }),
  firmClose: command('/api/firm/cases/:id/close', {
    input: one,
    output: FirmCase,
    audience: 'firm',
    summary: 'Closes an open case of a client',
  }),
  reopen: command('/api/firm/cases/:id/reopen', {
    input: step.extend({ id: CaseId }).refine(isNamed, unnamed),
    output: FirmCase,
    audience: 'firm',
    summary: 'Reopens a closed case and says who is next to act',
  }),
}

// A step is in the firm's own words: a verb that one page alone answers leads there, and any other leads nowhere.
const places = [
  { verb: /\bsign\b/i, path: pages.signatures, label: 'Open E-Signatures' },
  { verb: /\bpay\b/i, path: pages.payments, label: 'Open Payments' },
  { verb: /\bbook\b|\bappointment\b/i, path: pages.appointments, label: 'Open Appointments' },
  { verb: /\bupload\b|\bsend us\b/i, path: pages.documents, label: 'Open Documents' },
]

/** The page on which a client takes a step such as "Sign the contract"; null where its words name none. */
export const placeOfStep = (nextStep: string): { path: string; label: string } | null =>
  places.find(({ verb }) => verb.test(nextStep)) ?? null
