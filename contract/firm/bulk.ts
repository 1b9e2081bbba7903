import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { DocumentRequest } from '../document-requests.ts'
import { atMost, command, newInOutput, uuid } from '../kit/endpoint.ts'
import { MatterId } from '../matters/matters.ts'

/** The most rows of a list that can be changed at once. */
export const mostAtOnce = 100

/** The result for each row. In a preview, what the result would be. */
export const BulkResult = z.strictObject({
  done: z.array(
    z.strictObject({
      id: uuid(),
      name: z.string(),
      /** Only when cases are closed: how many of its open tasks that puts on hold. */
      openTasks: newInOutput(z.number().int(), 0),
    }),
  ),
  refused: z.array(z.strictObject({ id: uuid(), name: z.string(), reason: z.string() })),
})
export type BulkResult = z.infer<typeof BulkResult>

const many = <I extends z.ZodType>(item: I) =>
  z
    .array(item)
    .min(1, 'Please select at least one')
    .max(mostAtOnce, atMost(`Please select at most ${mostAtOnce}`))

/** A preview makes the same changes and rolls them back. */
const ofClients = { ids: many(UserId), isPreview: z.boolean() }
const ofMatters = { ids: many(MatterId), isPreview: z.boolean() }

const feeEarnerId = uuid('Please choose who will be responsible').brand<'user'>()

export const bulk = {
  assignClients: command('/api/firm/bulk/assign-clients', {
    input: z.strictObject({ ...ofClients, feeEarnerId }),
    output: BulkResult,
    audience: 'firm',
    action: 'clients.assign',
    summary: 'Makes one person responsible for several clients; their teams stay',
  }),
  requestDocuments: command('/api/firm/bulk/request-documents', {
    input: z.strictObject({ ...ofClients, ...DocumentRequest.shape }),
    output: BulkResult,
    audience: 'firm',
    action: 'documents.request',
    summary: 'Asks several clients for the same document',
  }),
  remindClients: command('/api/firm/bulk/remind-clients', {
    input: z.strictObject(ofClients),
    output: BulkResult,
    audience: 'firm',
    action: 'documents.request',
    summary: 'Reminds several clients of what they still have to do, at most once a day each',
  }),
  assignMatters: command('/api/firm/bulk/assign-cases', {
    input: z.strictObject({ ...ofMatters, feeEarnerId }),
    output: BulkResult,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Hands several cases to one person; each client is told',
  }),
  closeMatters: command('/api/firm/bulk/close-cases', {
    input: z.strictObject(ofMatters),
    output: BulkResult,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Closes several open cases; each client is told',
  }),
}
