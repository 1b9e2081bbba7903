import {
  type Correction,
  correctableFields,
  type documents,
  type ReadField,
} from '#contract/documents/documents.ts'
import type { Validation } from '#contract/documents/validation.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

/** Keeps what the client says was misread beside what was read. The verdict stays: it is the machine's own. */
export async function correctValue(ctx: Ctx<Client>, { id, field, value }: Input<typeof documents.correct>) {
  const document = await store.claim(ctx.db, ctx.actor.id, id)
  const read = readOf(document, field)
  const others = document.corrections.filter((correction) => correction.field !== field)
  // Who types what was read takes the correction back.
  const corrections: Correction[] = value === read ? others : [...others, { field, read, value }]
  await store.update(ctx.db, id, { corrections })
  await audit(ctx, 'document.corrected', { details: { documentId: id, field } })
  await ctx.invalidate(document.clientId, 'documents')
  return store.show(ctx.db, document.clientId, id)
}

interface Judged {
  isAccepted: boolean
  validation: Validation | null
}

const readOf = (document: Judged, field: ReadField) => {
  if (document.isAccepted) throw accepted()
  const read = correctableFields(document).includes(field) ? document.validation?.metadata[field] : null
  if (!read) throw notRead()
  return read
}

const accepted = () =>
  new Problem('conflict', "We've accepted this document, so there's nothing left to correct.", {
    reason: 'document_accepted',
  })

const notRead = () =>
  new Problem('unprocessable', "This wasn't read from the document, so there's nothing to correct.", {
    reason: 'not_read',
  })
