import type { Input } from '#contract/kit/endpoint.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  type payments as contract,
  type FirmPayment,
  type PaymentId,
  refundingWords,
} from '#contract/payments/payments.ts'
import {
  type PaymentProvider,
  providerNames,
  providerOf,
  testProcessors,
} from '#contract/payments/processor.ts'
import { isNameOf } from '#inspector/read/names.ts'
import {
  type Asking,
  clientScopeOf,
  findClientOf,
  namesOf,
  preparedForStaff,
  seenClients,
} from '#server/features/accounts/service.ts'
import { fileScopeOf } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { type Ctx, type MultiStepCtx, type Staff, withRolesFor } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Placeholders } from '#server/platform/db/placeholders.ts'
import type { TaskRows } from '#server/platform/db/task-rows.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { before, days } from '#server/platform/time/durations.ts'
import { findConnectedOf, type Hosted, isBegunAt, listConnected } from '../processor/connection.ts'
import * as reversals from '../reversals/store.ts'
import type { RefundId } from '../schema.ts'
import type { PaymentRow } from '../store.ts'
import * as store from '../store.ts'
import { invalidatePayment, shownDispute } from './dispute.ts'
import {
  failureWords,
  followReversals,
  recordSentRefund,
  settleReversals,
} from './settlement/settle-reversals.ts'

const refundRate: Limit = { name: 'refund', points: 60, duration: 300 }

const lately = days(30)

/** Lists refunds that are due, the longest wait first. */
export const listWaitingRefunds = preparedForStaff((reader, wanted: Placeholders<WaitingWanted>) =>
  store.listLongestDue(reader.db, scopeOf(reader), wanted),
)

/** Returns the scope of payments that the user may see. */
export const scopeOf = ({ db, actor }: { db: Db; actor: Asking }) => fileScopeOf(db, clientScopeOf(db, actor))

/** Returns a condition on a payment's id: whether this person of the firm may open it. */
export const paymentsOpenTo = (db: Db, person: Asking) =>
  store.openTo(db, fileScopeOf(db, clientScopeOf(db, person)))

export async function listRefunds({ db, actor, now, ports }: Ctx<Staff>) {
  const due = await store.listDue(db, scopeOf({ db, actor }))
  const done = await store.listRefunded(db, scopeOf({ db, actor }), before(now, lately))
  return asSeenByFirm({ db, actor }, [...due, ...done], await listConnected(db, ports))
}

export async function listDisputes({ db, actor, now, ports }: Ctx<Staff>) {
  const rows = await reversals.listClaimed(db, scopeOf({ db, actor }), before(now, lately))
  return asSeenByFirm({ db, actor }, rows, await listConnected(db, ports))
}

export async function listOfClient(
  { db, actor, ports }: Ctx<Staff>,
  { id }: Input<typeof contract.ofClient>,
) {
  const client = await findClientOf(db, actor, id)
  return asSeenByFirm(
    { db, actor },
    await store.listRowsOf(db, scopeOf({ db, actor }), client.id),
    await listConnected(db, ports),
  )
}

/** Lists the payments of the people on a matter, newest first, each with whether it belongs to this matter. */
export async function listPaymentsOfMatter({ db, actor, ports }: Ctx<Staff>, rows: TaskRows) {
  const found = await store.listOfMatter(db, rows)
  const shown = await asSeenByFirm(
    { db, actor },
    found.map(({ row }) => row),
    await listConnected(db, ports),
  )
  return shown.map((payment, at) => ({
    ...payment,
    clientId: payment.client.id,
    isOfCase: found[at]?.isOfCase ?? false,
  }))
}

/**
 * Inserts a refund that is `sending`, calls the processor, then stores the result. A refund that the processor cannot
 * send, or that was sent in some other way, is only recorded.
 */
export async function refundPayment(
  ctx: MultiStepCtx<Staff>,
  { id, isSentOtherwise = false }: Input<typeof contract.refund>,
): Promise<FirmPayment> {
  await ctx.ports.limits.count(refundRate, ctx.actor.id)
  const [row] = await store.listById(ctx.read, id)
  const hosted = row && !isSentOtherwise ? await findConnectedOf(ctx.read, ctx.ports, row) : null
  const order = await ctx.transaction((step) => beginRefund(step, { id, hosted, isSentOtherwise }))
  // If the result is not known now, the job asks for it every minute.
  if (order && hosted) await sendRefund({ ...ctx, clock: () => ctx.now }, order, hosted).catch(() => {})
  const connected = await listConnected(ctx.read, ctx.ports)
  const [shown] = await asSeenByFirm(
    { db: ctx.read, actor: ctx.actor },
    await store.listById(ctx.read, id),
    connected,
  )
  if (!shown) throw new Error('A row gives a payment')
  return shown
}

export interface SentRefund {
  key: RefundId
  paymentId: PaymentId
  reference: string
  amount: number
}

interface WantedRefund {
  id: PaymentId
  hosted: Hosted | null
  isSentOtherwise: boolean
}

async function beginRefund(
  ctx: Ctx<Staff>,
  { id, hosted, isSentOtherwise }: WantedRefund,
): Promise<SentRefund | null> {
  const payment = await store.claimVisible(ctx.db, scopeOf(ctx), id)
  if (payment.status === 'disputed') throw disputed()
  if (payment.status !== 'refund_due') throw notDue()
  const { clientId, processorReference: reference } = payment
  const amount = payment.amount - payment.refundedAmount
  const key = newId<RefundId>()
  const facts = { id: key, paymentId: id, amount, createdAt: ctx.now }
  const by = { refundedById: ctx.actor.id }
  if (!hosted || !isBegunAt(payment, hosted) || reference === null) {
    // The user expected the processor to send it, but it was not sent.
    const provider = providerOf(payment.processor)
    if (!isSentOtherwise && provider) throw disconnected(provider)
    await reversals.insertRefund(ctx.db, { ...facts, status: 'completed', settledAt: ctx.now })
    await recordSentRefund(ctx, payment, { amount, reference: '' })
    await followReversals(ctx, await store.update(ctx.db, id, by))
    return null
  }
  await reversals.insertRefund(ctx.db, { ...facts, status: 'sending' })
  await store.update(ctx.db, id, { ...by, status: 'refunding', reason: refundingWords })
  await audit(ctx, 'payment.refund_begun', {
    subjectId: clientId,
    details: { paymentId: id, amount: formatPounds(amount), refundId: key },
  })
  await invalidatePayment(ctx, payment)
  return { key, paymentId: id, reference, amount }
}

/**
 * Has the processor send a refund, only once however often it is called, and stores the result. If the processor
 * refuses, looks for a refund that somebody sent there before. Throws if it does not respond.
 */
export async function sendRefund(
  { transaction, clock }: Pick<JobContext, 'transaction' | 'clock'>,
  { paymentId, ...order }: SentRefund,
  { connection, pages: processor }: Hosted,
) {
  const askedAt = clock()
  const refund = await processor.refund(connection, order)
  const others =
    refund.status === 'failed'
      ? await processor.findReversals(connection, order.reference).catch(() => null)
      : null
  const { received, refunds, disputes } = others ?? { received: 0, refunds: [], disputes: [] }
  const reported = { received, refunds: [...refunds, refund], disputes, askedAt }
  await transaction((ctx) => settleReversals(ctx, paymentId, reported))
}

async function asSeenByFirm(
  { db, actor }: Pick<Ctx<Staff>, 'db' | 'actor'>,
  rows: PaymentRow[],
  connected: readonly Hosted[],
): Promise<FirmPayment[]> {
  const people = rows.flatMap(({ clientId, refundedById }) => [
    clientId,
    ...(refundedById ? [refundedById] : []),
  ])
  const names = await namesOf(db, people)
  const payers = rows.map(({ clientId }) => clientId)
  const seen = await seenClients(db, withRolesFor(actor, 'clients.read'), payers)
  const ids = rows.map(({ id }) => id)
  const refunds = await reversals.listRefundsOf(db, ids)
  const disputes = await reversals.listDisputesOf(db, ids)
  return rows.map((row) => {
    const {
      clientId,
      idempotencyKey: _,
      fingerprint: __,
      processor,
      processorAccount,
      unansweredAt: ___,
      checkoutId: ____,
      payerName,
      refundedById,
      ...shown
    } = row
    const client = names.get(clientId) ?? { id: clientId, firstName: '', lastName: '' }
    const person = refundedById ? names.get(refundedById) : undefined
    const provider = providerOf(processor)
    const failure = refunds.find(({ paymentId }) => paymentId === row.id)?.failure ?? null
    const dispute = disputes.find(({ paymentId }) => paymentId === row.id)
    return {
      ...shown,
      isTest: testProcessors.includes(processor),
      client: { ...client, canOpen: seen.has(clientId) },
      otherPayer: payerName && !isNameOf(payerName, client) ? payerName : null,
      refundedBy: person ? fullName(person) : null,
      provider,
      isRefundedByProcessor: connected.some((connection) =>
        isBegunAt({ processor, processorAccount }, connection),
      ),
      refundFailure: failure && failureWords(failure, provider),
      dispute: dispute ? shownDispute(dispute) : null,
    }
  })
}

const disputed = () =>
  new Problem(
    'conflict',
    "The payer's bank is looking into this payment. It can't be refunded until it has decided.",
    {
      reason: 'disputed',
    },
  )

const disconnected = (provider: PaymentProvider) =>
  new Problem(
    'conflict',
    `${providerNames[provider]} is no longer connected for this payment. Please look again.`,
    { reason: 'disconnected' },
  )

const notDue = () =>
  new Problem('conflict', 'This amount is not due to be refunded, or has already been refunded.', {
    reason: 'not_due',
  })
