import type { UserId } from '#contract/accounts/accounts.ts'
import type { Appointment } from '#contract/appointments/appointments.ts'
import type { AnswerAction } from '#contract/assistant/assistant.ts'
import type { ClientDocument } from '#contract/documents/documents.ts'
import { london } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import type { MatterFile } from '#contract/matters/matters.ts'
import type { Contact } from '#contract/messages.ts'
import type { Payment } from '#contract/payments/payments.ts'
import { isOpen, type SignatureRequest } from '#contract/signatures/signatures.ts'
import type { Task } from '#contract/tasks.ts'
import { namesOf } from '#server/features/accounts/service.ts'
import { listAppointments } from '#server/features/appointments/service.ts'
import { listDocuments } from '#server/features/documents/service.ts'
import { listMatterFiles } from '#server/features/matters/service.ts'
import { listContacts } from '#server/features/messages/service.ts'
import { listPayments } from '#server/features/payments/service.ts'
import { listWritten } from '#server/features/signatures/service.ts'
import { listTasks, selectUnreachedTasks } from '#server/features/tasks/service.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * What one client has with the firm, read-only. Each query is bound to that client, and returns no more than the client
 * sees on their own pages.
 */
export interface OwnFile {
  /** While onboarding comes first, tasks are done in its conversation. */
  isGated: boolean
  tasks: () => Promise<Task[]>
  documents: () => Promise<ClientDocument[]>
  payments: () => Promise<Payment[]>
  /** Newest first, each with its events. */
  cases: () => Promise<MatterFile[]>
  /** The people of the firm who work with this client, with their numbers of unread messages. */
  contacts: () => Promise<Contact[]>
  appointments: () => Promise<Meeting[]>
  toSign: () => Promise<SignatureRequest[]>
  now: Date
}

interface Meeting extends Pick<Appointment, 'title' | 'status' | 'startTime' | 'endTime' | 'location'> {
  /** The person of the firm whom the client meets. */
  withName: string
}

interface Asker {
  clientId: UserId
  isGated: boolean
  now: Date
}

export const openOwnFile = (db: Db, { clientId, isGated, now }: Asker): OwnFile => ({
  isGated,
  now,
  tasks: once(() => listTasks(db, clientId)),
  documents: once(() => listDocuments(db, clientId, { hidden: selectUnreachedTasks(db, clientId) })),
  payments: once(() => listPayments(db, clientId)),
  appointments: once(() => listMeetings(db, clientId)),
  toSign: once(async () => (await listWritten(db, clientId)).filter(isOpen)),
  cases: once(() => listMatterFiles(db, clientId)),
  contacts: once(() =>
    listContacts({ db, actor: { id: clientId, role: 'client', roles: [], sessionId: null } }),
  ),
})

async function listMeetings(db: Db, clientId: UserId): Promise<Meeting[]> {
  const rows = await listAppointments(db, clientId)
  const names = await namesOf(
    db,
    rows.map(({ withId }) => withId),
  )
  return rows.map((row) => {
    const person = names.get(row.withId)
    return { ...row, withName: person ? fullName(person) : 'someone at the firm' }
  })
}

/** Runs a query at most once, because several parts of an answer use it. */
const once = <T>(ask: () => Promise<T>) => {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= ask()
    return answer
  }
}

/** Returns the page on which a task is done. */
export const pathOf = ({ isGated }: Pick<OwnFile, 'isGated'>, { id }: Pick<Task, 'id'>) =>
  isGated ? pages.onboarding : `${pages.dashboard}?task=${id}`

export interface Report {
  content: string
  /** The page that it comes from: "From: Your documents". */
  label: string
  actions: AnswerAction[]
}

/** Returns a day in the firm's time zone: "3 November 2026". */
export const dayOf = (instant: Date) =>
  instant.toLocaleDateString('en-GB', { ...london, day: 'numeric', month: 'long', year: 'numeric' })

/** What a report says if the own file has nothing yet. */
export const noDocument = "You haven't uploaded any documents yet."
export const noAppointment = 'You have no appointments at the moment.'
export const noMessage = 'There are no messages yet.'
export const noMatter = 'You have no case in the portal yet.'

export const nothingYet: readonly string[] = [noDocument, noAppointment, noMessage, noMatter]
