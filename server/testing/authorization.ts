import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { api } from '#contract/api.ts'
import type { Appointment } from '#contract/appointments/appointments.ts'
import type { Answers } from '#contract/forms/forms.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Payment } from '#contract/payments/payments.ts'
import type { Task } from '#contract/tasks.ts'

/** Who asks: nobody, the client whose thing it is, another client, a fee earner, an administrator. */
export const people = ['visitor', 'owner', 'otherClient', 'feeEarner', 'administrator'] as const
export type Person = (typeof people)[number]

/**
 * Others of the firm, who all may look at the owner: a fee earner who works for them, a compliance officer, a cashier,
 * and an auditor who was given this client to read.
 */
export const colleagues = ['assigned', 'complianceOfficer', 'cashier', 'auditor'] as const
export type Colleague = (typeof colleagues)[number]

const read = [
  'home.show',
  'queue.list',
  'queue.people',
  'firm.clients',
  'firm.client',
  'lists.clients',
  'lists.matters',
  'lists.clientsFile',
  'lists.mattersFile',
  'lists.people',
  'lists.views',
  'reviews.list',
  'reviews.ofClient',
  'reviews.one',
  'reviews.file',
  'reviews.download',
  'reviews.preview',
  'reviews.page',
  'reviews.pageText',
  'payments.refunds',
  'payments.disputes',
  'payments.ofClient',
  'forms.ofClient',
  'identity.waiting',
  'identity.check',
  'identity.ofClient',
  'identityReports.ofClient',
  'identityReports.file',
  'identity.comparisons',
  'cases.firmList',
  'cases.firmOne',
  'caseParties.people',
  'caseTemplates.types',
  'caseTemplates.one',
  'caseTemplates.preview',
  'caseTabs.summary',
  'caseTabs.tasks',
  'caseTabs.documents',
  'caseTabs.payments',
  'caseTabs.contacts',
  'caseTabs.activity',
  'messages.contacts',
  'messages.colleagues',
  'messages.list',
  'messages.attachment',
  'signatures.sent',
  'signatures.evidence',
  'signatures.copy',
  'letters.ofMatter',
  'letters.copy',
  'firmAppointments.list',
  'appointments.calendarFile',
  'privacy.firmRequests',
  'search.find',
  'compliance.risk',
  'guests.list',
  'organisations.list',
  'organisations.proposed',
  'organisations.filing',
  'jointClients.firmList',
  'numbers.show',
  'numbers.tableFile',
]

const ownPhotograph = ['photographs.own', 'photographs.upload', 'photographs.remove']

/** What each of these roles may ask of what the firm alone may ask; by hand, so that the table of rights is held to it. */
export const admittedTo: Record<Exclude<Colleague, 'assigned'>, readonly string[]> = {
  complianceOfficer: [
    ...read,
    ...ownPhotograph,
    'queue.take',
    'queue.release',
    'queue.snooze',
    'queue.unsnooze',
    'queue.assign',
    'lists.saveView',
    'lists.removeView',
    'privacy.answer',
    'compliance.items',
    'compliance.item',
    'compliance.decide',
    'compliance.reopen',
    'compliance.mark',
  ],
  cashier: [
    'home.show',
    'queue.list',
    'queue.people',
    ...ownPhotograph,
    'payments.refunds',
    'payments.disputes',
    'payments.ofClient',
    'caseTabs.payments',
    'payments.refund',
    'payouts.list',
    'payouts.lines',
    'payouts.file',
  ],
  auditor: read,
}

/** What the owner has when the question is put. */
export interface Belongings {
  clientId: UserId
  sessionId: string
  documentId: string
  task: (kind: Task['kind']) => Task
  payment: Payment
  answers: Answers
  /** The newest message of the owner's conversation, which has come to a verification session. */
  messageId: string
  /** Open, and with the owner's responsible fee earner. */
  matterId: string
  /** Asked for, and not yet opened. */
  pendingMatterId: string
  closedMatterId: string
  /** Of the open matter. */
  partyId: string
  /** Of the firm, and on the owner's team. */
  adviserId: string
  /** What the adviser wrote to the owner, with the owner's document. */
  letterId: string
  appointment: Appointment
  /** When somebody of the firm could be met as well. */
  freeTime: Date
  /** A complaint that nobody has answered. */
  requestId: string
  /** Made ready by the password, and not fetched. */
  exportId: string
  /** Of that session: its document was chosen. */
  token: string
  /** The letter of the owner's tasks, not signed yet. */
  sentId: string
  /** What the assistant answered the owner. */
  answerId: string
  password: string
  username: string
  email: string
}

export interface Row {
  /** The owner's own question: the others ask the very same. */
  ask?: (things: Belongings) => Record<string, unknown>
  answers: Record<Person, number>
  /** Where one of them is answered otherwise than an administrator is, though their role lets them ask. */
  colleagues?: Partial<Record<Colleague, number>>
  /** Where somebody on the same case is answered otherwise than a client who is not. */
  beside?: Partial<Record<'jointClient' | 'guest', number>>
  /**
   * The question changes what the others would find: whoever is answered asked it of a fresh owner. Of the
   * asker it may spend what is their own alone: then only the owner's answer does.
   */
  spends?: true | 'asker'
}

export const all = (status: number) => ({
  visitor: status,
  owner: status,
  otherClient: status,
  feeEarner: status,
  administrator: status,
})
/** Every signed-in person has one of their own. */
export const members = (status = 200) => ({ ...all(status), visitor: 401 })
/** Every client has one of their own; the firm's people do not. */
export const clients = (status = 200) => ({ ...members(status), feeEarner: 403, administrator: 403 })
/** One client's thing: for another client it does not exist. */
export const owners = (status = 200) => ({ ...clients(status), otherClient: 404 })
/** Those who look after the portal itself; a thing that is not there tells them so, and nobody else. */
export const administrators = (status = 200) => ({ ...all(403), visitor: 401, administrator: status })
/** For the firm: an administrator looks after every client; this fee earner came after them all. */
export const overseers = (status = 200) => ({
  visitor: 401,
  owner: 403,
  otherClient: 403,
  feeEarner: 404,
  administrator: status,
})
/** For the firm: a list of what each may look at. */
export const firms = (status = 200) => ({ ...overseers(status), feeEarner: status })
/** Of a client and of those who look after them. */
export const bothSides = () => ({ ...owners(), feeEarner: 404, administrator: 200 })
/** Whoever has the address, but for those who are signed in as somebody else. */
export const keyholders = (status = 200) => ({ ...all(404), visitor: status, owner: status })

/**
 * What a colleague is answered: 403 where their role does not let them ask, else what an administrator is, since they
 * may all look at the owner; on their own account, what any fee earner is.
 */
export const answerFor = (
  colleague: Colleague,
  { name, isAction, row }: { name: string; isAction: boolean; row: Row },
) => {
  const { answers, colleagues: said } = row
  if (!isAction) return said?.[colleague] ?? answers.feeEarner
  const isAdmitted =
    colleague === 'assigned' ? answers.feeEarner !== 403 : admittedTo[colleague].includes(name)
  return isAdmitted ? (said?.[colleague] ?? answers.administrator) : 403
}

/** What those beside the owner on a case are answered: another client, but for what they share; a guest, their own tasks alone. */
export const answerBeside = (
  person: 'jointClient' | 'guest',
  { endpoint, row }: { endpoint: Pick<Endpoint, 'forGuests'>; row: Row },
) => {
  if (person === 'guest' && !endpoint.forGuests) return 403
  return row.beside?.[person] ?? row.answers.otherClient
}

/** A row for each endpoint of these contracts: a missing one does not compile. */
export type RowsOf<C> = {
  [E in { [F in keyof C & string]: `${F}.${keyof C[F] & string}` }[keyof C & string]]: Row
}

/** The id of something that is not there. */
export const nobodys = '0197a4a0-0000-7000-8000-000000000000'

export const firmFacts = {
  name: 'Hartley & Rowe',
  regulator: 'Authorised by the SRA',
  telephone: '020 7946 0123',
  hours: 'Monday to Friday',
  email: 'hello@example.com',
  postalAddress: '12 Garden Court, London',
  complaintsTo: 'complaints@example.com',
}

const rowsOfPortal: RowsOf<Pick<typeof api, 'portal'>> = {
  'portal.health': { answers: all(200) },
  'portal.events': { answers: members() },
}

/** Who may ask what: each feature says it for its own endpoints, beside its tests. */
export async function readMatrix(): Promise<Record<string, Row>> {
  const matrix: Record<string, Row> = { ...rowsOfPortal }
  const features = join(import.meta.dirname, '../features')
  for (const name of readdirSync(features)) {
    const file = join(features, name, 'testing/authorization.ts')
    if (existsSync(file)) Object.assign(matrix, (await import(file)).rows)
  }
  return matrix
}
