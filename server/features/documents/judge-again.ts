import type { DomainEvents } from '#contract/domain-events.ts'
import { type Check, isVerified, type Validation } from '#contract/validation.ts'
import { tellFirmOf } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { expectationOf } from './expectation.ts'
import { doubtShared } from './likeness.ts'
import { chargeReading } from './readings/queue.ts'
import { type InspectionContext, spreadGoodNews, standAgain } from './record-verdict.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/** What a client told of themselves may be what a document was waiting for. */
export async function checkAgain(ctx: Ctx, { clientId }: DomainEvents['detailsDeclared']) {
  for (const { id, validation } of await store.listWaitingOf(ctx.db, clientId))
    if (validation?.checks.some(isOfClient))
      await ctx.enqueue('judgeAgain', { documentId: id }, { key: `judge:${id}`, priority: afterReadings })
}

/** Who tells something of themselves again and again has no more of the reader for it than what others leave. */
const afterReadings = 10

const rules = ['name_matches', 'address_matches', 'birth_date_matches']
const isOfClient = ({ rule, outcome }: Check) => rules.includes(rule) && outcome !== 'passed'

/** Judges a document that waits by what is known of its client now. What a person decided meanwhile stands. */
export async function judgeAgain(context: InspectionContext, document: DocumentRow, bytes: Uint8Array) {
  const expectation = await expectationOf(context, document)
  const began = performance.now()
  const found = await context.ports.inspector.inspect(bytes, expectation)
  const took = performance.now() - began
  // What was read once is not given up because it could not be read again.
  const validation = found.checks.length === 0 ? null : await doubtShared(context.read, document, found)
  await context.transaction(async (ctx) => {
    await chargeReading(ctx, document, took)
    if (validation) await recordAgain(ctx, document.id, validation)
  })
}

async function recordAgain(ctx: Ctx, id: DocumentRow['id'], validation: Validation) {
  const document = await store.claimWaiting(ctx.db, id)
  if (document === null) return
  const { clientId } = document
  const isGood = isVerified(validation)
  const verified = { status: 'verified', verifiedAt: ctx.now } as const
  await store.update(ctx.db, id, isGood ? { validation, ...verified } : { validation })
  const details = { documentId: id, outcome: isGood ? 'verified' : 'pending' }
  await audit(ctx, 'document.judged', { subjectId: clientId, details })
  if (isGood) await spreadGoodNews(ctx, document)
  else await standAgain(ctx, document)
  await ctx.invalidate(clientId, 'documents')
  await tellFirmOf(ctx, clientId, 'documents')
}
