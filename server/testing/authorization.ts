import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { api } from '#contract/api.ts'
import type { Appointment } from '#contract/appointments/appointments.ts'
import type { Answers } from '#contract/forms/forms.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Payment } from '#contract/payments/payments.ts'
import type { Task } from '#contract/tasks.ts'

/** The actors: nobody, the client who owns the thing, another client, a fee earner, an administrator on their team. */
export const people = ['visitor', 'owner', 'otherClient', 'feeEarner', 'administrator'] as const
export type Person = (typeof people)[number]

/**
 * More members of the firm. All may see the owner but an administrator who is not assigned: a fee earner on their team,
 * a compliance officer, a cashier, and an auditor who may read the owner's cases.
 */
export const colleagues = [
  'assigned',
  'unassignedAdministrator',
  'complianceOfficer',
  'cashier',
  'auditor',
] as const
export type Colleague = (typeof colleagues)[number]

const read = [
  'home.show',
  'people.inspection',
  'queue.list',
  'queue.people',
  'firm.clients',
  'firm.client',
  'firm.reach',
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

/** The firm's endpoints that each of these roles may use. Written by hand, so that it checks the table of rights. */
const admittedTo: Record<Exclude<Colleague, 'assigned' | 'unassignedAdministrator'>, readonly string[]> = {
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
    'people.inspection',
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

/** The owner's things at the time of the request. */
export interface Belongings {
  clientId: UserId
  sessionId: string
  documentId: string
  task: (kind: Task['kind']) => Task
  payment: Payment
  answers: Answers
  /** The newest message of the owner's conversation, which has reached a verification session. */
  messageId: string
  /** An open matter, with the owner's responsible fee earner. */
  matterId: string
  /** A requested matter that is not open yet. */
  pendingMatterId: string
  closedMatterId: string
  /** A party of the open matter. */
  partyId: string
  /** A member of the firm on the owner's team. */
  adviserId: string
  /** The adviser's message to the owner, with the owner's document. */
  letterId: string
  appointment: Appointment
  /** Another free slot for an appointment. */
  freeTime: Date
  /** A complaint without an answer. */
  requestId: string
  /** Prepared with the password, and not downloaded. */
  exportId: string
  /** Token of the verification session, with its document chosen. */
  token: string
  /** The letter among the owner's tasks, not signed yet. */
  sentId: string
  /** The assistant's answer to the owner. */
  answerId: string
  password: string
  username: string
  email: string
}

export interface Row {
  /** Input of the owner's request. The other actors send the same one. */
  ask?: (things: Belongings) => Record<string, unknown>
  answers: Record<Person, number>
  /** Status for a colleague that differs from the administrator's, although their role allows the request. */
  colleagues?: Partial<Record<Colleague, number>>
  /** Status for someone on the same matter that differs from an unrelated client's. */
  beside?: Partial<Record<'jointClient' | 'guest', number>>
  /**
   * The request changes the result of later ones, so each actor who is admitted gets a fresh owner. With `asker`, only
   * the owner's request does, since the others change just their own things.
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
/** Every client has one of their own. The firm's people do not. */
export const clients = (status = 200) => ({ ...members(status), feeEarner: 403, administrator: 403 })
/** One client's thing, which does not exist for another client. */
export const owners = (status = 200) => ({ ...clients(status), otherClient: 404 })
/** Only for administrators. Nobody else learns whether the thing exists. */
export const administrators = (status = 200) => ({ ...all(403), visitor: 401, administrator: status })
/** For the firm. The administrator works with the owner, and this fee earner does not. */
export const overseers = (status = 200) => ({
  visitor: 401,
  owner: 403,
  otherClient: 403,
  feeEarner: 404,
  administrator: status,
})
/** For the firm: a list of what each member may see. */
export const firms = (status = 200) => ({ ...overseers(status), feeEarner: status })
/** For a client and the members of the firm who look after them. */
export const bothSides = () => ({ ...owners(), feeEarner: 404, administrator: 200 })
/** For anyone with the address, unless they are signed in as someone else. */
export const keyholders = (status = 200) => ({ ...all(404), visitor: status, owner: status })

/**
 * Returns the status for a colleague: 403 if their role does not allow the request, otherwise the administrator's,
 * since they may see the owner. For their own account, the same as any fee earner's. An administrator who is not
 * assigned sees no more of the owner than a fee earner who is not.
 */
export const answerFor = (
  colleague: Colleague,
  { name, isAction, row }: { name: string; isAction: boolean; row: Row },
) => {
  const { answers, colleagues: said } = row
  if (!isAction) return said?.[colleague] ?? answers.feeEarner
  if (colleague === 'unassignedAdministrator')
    return said?.[colleague] ?? (answers.feeEarner === 403 ? answers.administrator : answers.feeEarner)
  const isAdmitted =
    colleague === 'assigned' ? answers.feeEarner !== 403 : admittedTo[colleague].includes(name)
  return isAdmitted ? (said?.[colleague] ?? answers.administrator) : 403
}

/**
 * Returns the status for someone else on the owner's matter: a joint client is treated as another client except for
 * what they share, a guest may only use their own tasks.
 */
export const answerBeside = (
  person: 'jointClient' | 'guest',
  { endpoint, row }: { endpoint: Pick<Endpoint, 'forGuests'>; row: Row },
) => {
  if (person === 'guest' && !endpoint.forGuests) return 403
  return row.beside?.[person] ?? row.answers.otherClient
}

/** One row for each endpoint of these contracts. A missing one does not compile. */
export type RowsOf<C> = {
  [E in { [F in keyof C & string]: `${F}.${keyof C[F] & string}` }[keyof C & string]]: Row
}

/** An id that does not exist. */
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

/** Returns the whole matrix. Each feature has the rows of its own endpoints, beside its tests. */
export async function readMatrix(): Promise<Record<string, Row>> {
  const matrix: Record<string, Row> = { ...rowsOfPortal }
  const features = join(import.meta.dirname, '../features')
  for (const name of readdirSync(features)) {
    const file = join(features, name, 'testing/authorization.ts')
    if (existsSync(file)) Object.assign(matrix, (await import(file)).rows)
  }
  return matrix
}
