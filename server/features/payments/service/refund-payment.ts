import type { Input } from '#contract/kit/endpoint.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type payments as contract, type FirmPayment, refundedWords } from '#contract/payments/payments.ts'
import { testProcessors } from '#contract/payments/processor.ts'
import { matchName, type PersonName } from '#inspector/read/names.ts'
import { clientsOf, findClientOf, namesOf, tellFirmOf } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import { before, days } from '#server/platform/time/durations.ts'
import type { PaymentRow } from '../store.ts'
import * as store from '../store.ts'

const lately = days(30)

/** What is owed back, the longest first. */
export const listWaitingRefunds = ({ db, actor }: Ctx<Staff>, wanted: WaitingWanted) =>
  store.listLongestDue(db, clientsOf(db, actor), wanted)

export async function listRefunds({ db, actor, now }: Ctx<Staff>) {
  const due = await store.listDue(db, clientsOf(db, actor))
  const done = await store.listRefunded(db, clientsOf(db, actor), before(now, lately))
  return asSeenByFirm(db, [...due, ...done])
}

export async function listOfClient({ db, actor }: Ctx<Staff>, { id }: Input<typeof contract.ofClient>) {
  const client = await findClientOf(db, actor, id)
  return asSeenByFirm(db, await store.listRowsOf(db, client.id))
}

/** Writes down that a person has sent the money back; the portal itself moves none. */
export async function refundPayment(
  ctx: Ctx<Staff>,
  { id }: Input<typeof contract.refund>,
): Promise<FirmPayment> {
  const { status } = await store.claimVisible(ctx.db, clientsOf(ctx.db, ctx.actor), id)
  if (status !== 'refund_due') throw notDue()
  const paid = await store.update(ctx.db, id, {
    status: 'refunded',
    reason: refundedWords,
    refundedById: ctx.actor.id,
    refundedAt: ctx.now,
  })
  const { clientId, title } = paid
  const amount = formatPounds(paid.amount)
  await audit(ctx, 'payment.refunded', { subjectId: clientId, details: { paymentId: id, amount } })
  await ctx.publish('paymentRefunded', { clientId, paymentId: id, amount: paid.amount, currency: 'GBP' })
  await notify(ctx, clientId, {
    topic: 'payments',
    inMail: 'Your refund is on its way.',
    title: 'Your refund is on its way',
    body: `We have sent ${amount} back to you: ${title}. It may take a few working days to arrive.`,
    link: pathTo(pages.payments, 'payment', id),
  })
  await ctx.invalidate(clientId, 'payments')
  await tellFirmOf(ctx, clientId, 'payments')
  const [shown] = await asSeenByFirm(ctx.db, [paid])
  if (!shown) throw new Error('A row gives a payment')
  return shown
}

async function asSeenByFirm(db: Db, rows: PaymentRow[]): Promise<FirmPayment[]> {
  const ids = rows.flatMap(({ clientId, refundedById }) => [
    clientId,
    ...(refundedById ? [refundedById] : []),
  ])
  const names = await namesOf(db, ids)
  return rows.map((row) => {
    const {
      clientId,
      idempotencyKey: _,
      fingerprint: __,
      processor,
      unansweredAt: ___,
      checkoutId: ____,
      payerName,
      refundedById,
      ...shown
    } = row
    const client = names.get(clientId) ?? { id: clientId, firstName: '', lastName: '' }
    const person = refundedById ? names.get(refundedById) : undefined
    return {
      ...shown,
      isTest: testProcessors.includes(processor),
      client,
      otherPayer: payerName && isOther(payerName, client) ? payerName : null,
      refundedBy: person ? fullName(person) : null,
    }
  })
}

/** Case, order, accents, middle names and initials make no other person. */
const isOther = (payerName: string, client: PersonName) =>
  !['full', 'initial', 'reordered'].includes(matchName(payerName, client))

const notDue = () =>
  new Problem('conflict', 'This amount is not due to be refunded, or has already been refunded.', {
    reason: 'not_due',
  })
