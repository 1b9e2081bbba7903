import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { type TaskKind, tasks } from '#contract/tasks.ts'
import { okafor, recipe, utilityBill } from '#inspector/testing/documents.ts'
import { drawPdf } from '#inspector/testing/paper.ts'
import { seconds } from '#server/platform/time/durations.ts'
import type { Client, Portal } from '#server/testing/portal.ts'

/** A bill of the person that `openAdaeze` registers, six days old by the test clock. */
export const goodBill = await drawPdf(utilityBill(okafor))

/** A recipe, read in a few milliseconds, for tests that are not about reading. */
export const plainPage = await drawPdf(recipe)

/** Returns the same page as a different file, since the same bytes for one task count once. */
export const anew = (bytes: Uint8Array, copy: number) =>
  Buffer.concat([bytes, Buffer.from('\n'.repeat(copy))])

/** Such a document is only opened and not read, for tests about pictures. */
export const unread = { documentType: 'legal' }

/** Opens a client whose account has the details of the bill. */
export async function openAdaeze(portal: Portal): Promise<Client> {
  const person = await portal.client({ firstName: 'Adaeze', lastName: 'Okafor' })
  const home = { address: 'Flat 2, 12 Garden Street', city: 'London', postalCode: 'W1U 4PL' }
  const { firstName, lastName, email } = person.user
  await person.ask(accounts.saveProfile, { firstName, lastName, email, ...home })
  return person
}

interface Sent {
  filename?: string
  type?: string
  taskId?: string
  documentType?: string
  /** Sent to replace a document that has to be sent again, as a page does. Otherwise in addition to it. */
  isReplacing?: boolean
}

/** Returns the form that a page sends. */
export const formOf = (bytes: Uint8Array, sent: Sent = {}) => {
  const {
    filename = 'bill.pdf',
    type = '',
    taskId,
    documentType = 'Some document',
    isReplacing = false,
  } = sent
  const form = new FormData()
  if (taskId !== undefined) form.set('taskId', taskId)
  form.set('documentType', documentType)
  if (!isReplacing) form.set('isAddition', 'true')
  form.set('file', new File([Buffer.from(bytes)], filename, { type }))
  return form
}

export const send = (client: Pick<Client, 'send'>, bytes: Uint8Array, sent?: Sent) =>
  client.send('POST', documents.upload.path, formOf(bytes, sent), {})

/** Uploads a file that is taken. */
export const upload = async (client: Pick<Client, 'send'>, bytes: Uint8Array, sent?: Sent) =>
  answerOf(documents.upload, await send(client, bytes, sent))

/** Returns a document once it has been read, which on a busy machine may be after its upload was answered. */
export const readOf = (client: Pick<Client, 'ask'>, { id }: Pick<ClientDocument, 'id'>) =>
  vi.waitUntil(
    async () => {
      const document = await client.ask(documents.one, { id })
      return document.validation && { ...document, validation: document.validation }
    },
    { timeout: seconds(50), interval: 100 },
  )

export const taskOf = async (client: Pick<Client, 'ask'>, kind: TaskKind) => {
  const task = (await client.ask(tasks.list, {})).find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`This client has no task ${kind}`)
  return task
}

/** Lists every file in the files folder, including staged ones, except those set aside. */
export const filesOf = ({ folder }: Portal) =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('/orphaned'))
    .map(({ name }) => name)
    .sort()

/** Returns the statuses sorted, for responses that came in any order. */
export const statusesOf = (replies: { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((a, b) => a - b)

/** Returns the details of a person's audit events, oldest first. */
export const auditOf = async ({ db }: Portal, userId: UserId, event: string) => {
  const found = await db.execute<{ details: Record<string, string> }>(
    sql`select details from audit where subject_id = ${userId} and event = ${event} order by at, id`,
  )
  return found.rows.map(({ details }) => details)
}

/** Decides a document directly in the database. */
export const decide = ({ db }: Portal, id: string, change: 'accept' | 'reject') =>
  change === 'accept'
    ? db.execute(sql`update documents set is_accepted = true, status = 'verified' where id = ${id}`)
    : db.execute(sql`update documents set status = 'rejected' where id = ${id}`)
