import { z } from 'zod'
import { UserId } from './accounts/accounts.ts'
import { create, day, line, prose, remove } from './kit/endpoint.ts'
import { Task, TaskId } from './tasks.ts'

/** A document that a person of the firm requests from a client, described in their own words. */
export const DocumentRequest = z.strictObject({
  title: line(80, 'Please say which document you need'),
  /** Helps the client to find the right document. */
  description: prose(600).optional(),
  /** The last day on which the document is still useful. Null if there is none. */
  dueOn: day.nullable().optional(),
})
export type DocumentRequest = z.infer<typeof DocumentRequest>

/** The description of a request that has none. */
export const requestWithoutWords = "We've asked you for this document."

export const documentRequests = {
  create: create('/api/firm/clients/:id/document-requests', {
    input: DocumentRequest.extend({ id: UserId }),
    output: Task,
    audience: 'firm',
    action: 'documents.request',
    summary: 'Asks a client for a document; they find it among their tasks, and are told',
  }),
  withdraw: remove('/api/firm/clients/:id/document-requests/:taskId', {
    input: z.strictObject({ id: UserId, taskId: TaskId }),
    audience: 'firm',
    action: 'documents.request',
    summary: 'Takes back a request that the client has sent nothing for',
  }),
}

/** Shared rule: the server enforces it, the page shows only what it allows. */
export const canWithdraw = ({ kind, status, reason }: Pick<Task, 'kind' | 'status' | 'reason'>) =>
  kind === 'requested_document' && status === 'pending' && reason === null
