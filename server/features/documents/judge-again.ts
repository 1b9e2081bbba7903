import { documentName } from '#contract/documents/documents.ts'
import { isVerified, type Validation } from '#contract/documents/validation.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo, reviewPath } from '#contract/kit/pages.ts'
import { addressOf, type KnownClient } from '#inspector/documents/expectation.ts'
import { notify, withdrawNoticesOf } from '#server/features/notifications/service.ts'
import { findMatterOfTask } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { claimOfCheck, listOfCheck } from './checked/store.ts'
import { chargeReading } from './readings/queue.ts'
import {
  expectationOf,
  type InspectionContext,
  notifyReviewers,
  settleDoubtful,
  settleVerified,
} from './record-verdict.ts'
import { doubtShared } from './same-picture.ts'
import { invalidateDocument } from './settle-task.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/** Queues documents to be judged again whose verdict may change by what the client has told us. */
export async function checkAgain(ctx: Ctx, { clientId }: DomainEvents['detailsDeclared']) {
  for (const document of await listOfCheck(ctx.db, clientId)) {
    const { client } = await expectationOf({ read: ctx.db, now: ctx.now }, document)
    if (client && isOpen(document, client))
      await ctx.enqueue(
        'judgeAgain',
        { documentId: document.id },
        { key: `judge:${document.id}`, priority: afterReadings },
      )
  }
}

/** Judging again runs after first readings, so that a client who keeps changing details doesn't hold up others. */
const afterReadings = 10

const rules = ['name_matches', 'address_matches', 'birth_date_matches']

/** Returns whether the client's current details may change the verdict. */
const isOpen = ({ status, validation }: DocumentRow, client: KnownClient) => {
  if (validation === null) return false
  const own = validation.checks.filter(({ rule }) => rules.includes(rule))
  if (status === 'pending' && own.some(({ outcome }) => outcome !== 'passed')) return true
  const isOther = (rule: string, expected: string | null) =>
    own.some((check) => check.rule === rule && check.outcome === 'passed' && check.expected !== expected)
  return (
    isOther('name_matches', fullName(client).trim()) ||
    isOther('address_matches', addressOf(client)) ||
    isOtherBirthday(validation, client)
  )
}

// Without a known birthday, a licence has no such check, and a passport has an unchecked one.
const isOtherBirthday = ({ checks, metadata }: Validation, { dateOfBirth }: KnownClient) =>
  metadata.dateOfBirth !== null &&
  dateOfBirth !== null &&
  (metadata.dateOfBirth !== dateOfBirth ||
    !checks.some(({ rule, outcome }) => rule === 'birth_date_matches' && outcome === 'passed'))

/** Judges a document by the client's current details. A decision by a person meanwhile stays. */
export async function judgeAgain(context: InspectionContext, document: DocumentRow, bytes: Uint8Array) {
  const expectation = await expectationOf(context, document)
  const began = performance.now()
  const found = await context.ports.inspector.inspect(bytes, expectation)
  const duration = performance.now() - began
  // A document that can't be read this time keeps its verdict.
  const validation = found.checks.length === 0 ? null : await doubtShared(context.read, document, found)
  await context.transaction(async (ctx) => {
    await chargeReading(ctx, document, duration)
    if (validation) await recordAgain(ctx, document.id, validation)
  })
}

async function recordAgain(ctx: Ctx, id: DocumentRow['id'], validation: Validation) {
  const document = await claimOfCheck(ctx.db, id)
  if (document === null) return
  const { clientId } = document
  const wasGood = document.status === 'verified'
  const isGood = isVerified(validation)
  const status = isGood ? 'verified' : 'pending'
  const verifiedAt = isGood ? (document.verifiedAt ?? ctx.now) : null
  await store.update(ctx.db, id, { validation, status, verifiedAt })
  const details = { documentId: id, outcome: status }
  await audit(ctx, 'document.judged', { subjectId: clientId, details })
  if (isGood && !wasGood) {
    await settleVerified(ctx, document)
    await withdrawNoticesOf(ctx, reviewPath(id))
  }
  if (!isGood) await settleDoubtful(ctx, document)
  if (!isGood && wasGood) await withdrawVerification(ctx, document)
  await invalidateDocument(ctx, document)
}

/** Withdraws a verification: notifies the firm and the client, and publishes it to the features that relied on it. */
async function withdrawVerification(ctx: Ctx, document: DocumentRow) {
  const { id: documentId, clientId } = document
  await ctx.publish('verificationWithdrawn', { clientId, documentId })
  const name = documentName(document)
  await notifyReviewers(ctx, document, 'A verified document no longer matches its client')
  await notify(ctx, clientId, {
    topic: 'documents',
    title: `${name}: no longer matches your details`,
    body: 'You changed your details after we checked it. Please see what we need.',
    inMail: 'One of your documents no longer matches your details.',
    link: pathTo(pages.documents, 'document', documentId),
    matterId: await findMatterOfTask(ctx.db, document.taskId),
  })
}
