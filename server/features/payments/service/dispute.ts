import { formatPounds } from '#contract/kit/money.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { may } from '#contract/kit/rights.ts'
import { chargedBackWords, type Dispute } from '#contract/payments/payments.ts'
import {
  clientScopeOf,
  invalidateFirmPagesOf,
  listNamedOn,
  listWatchers,
  preparedForStaff,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { fileScopeOf, findMatterOfTask } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { actorIdOf, type Ctx, type Staff } from '#server/platform/ctx.ts'
import type { Placeholders } from '#server/platform/db/placeholders.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import type { HostedDispute } from '#server/platform/ports/hosted-payments.ts'
import { whenWords } from '#server/platform/time/zone.ts'
import * as reversals from '../reversals/store.ts'
import type { PaymentRow } from '../store.ts'

/** Lists the disputes that wait for the firm's response at the processor. */
export const listWaitingDisputes = (ctx: Ctx<Staff>, { limit }: Pick<WaitingWanted, 'limit'>) =>
  toAnswer(ctx, { now: ctx.now, limit })

const toAnswer = preparedForStaff(({ db, actor }, wanted: Placeholders<{ now: Date; limit: number }>) =>
  reversals.listToAnswer(db, fileScopeOf(db, clientScopeOf(db, actor)), wanted),
)

/** Stores what the processor reports about a dispute. Each change of status is announced once. */
export async function writeDispute(
  ctx: Ctx,
  payment: PaymentRow,
  { askedAt, ...dispute }: HostedDispute & { askedAt: Date },
) {
  const isClosed = dispute.status === 'won' || dispute.status === 'lost'
  const isNews = await reversals.saveDispute(ctx.db, {
    ...dispute,
    paymentId: payment.id,
    askedAt,
    closedAt: isClosed ? askedAt : null,
  })
  if (!isNews) return
  const news = newsOf(payment, dispute)
  await audit(ctx, 'payment.disputed', {
    subjectId: payment.clientId,
    details: {
      paymentId: payment.id,
      amount: formatPounds(dispute.amount),
      status: dispute.status,
      reason: dispute.reason,
      reference: dispute.id,
    },
  })
  if (news) await notifyCashiers(ctx, payment, news)
  if (dispute.status === 'lost')
    await notify(ctx, payment.clientId, {
      topic: 'payments',
      title: 'Your bank took a payment back',
      body: `${formatPounds(dispute.amount)}: ${payment.title}. ${chargedBackWords}`,
      inMail: 'Your bank took a payment back.',
      link: pathTo(pages.payments, 'payment', payment.id),
      matterId: await findMatterOfTask(ctx.db, payment.taskId),
    })
}

/** Returns the notification for cashiers, or null for a status that needs no action. */
function newsOf({ title, account }: PaymentRow, { amount: pence, status, respondBy }: HostedDispute) {
  const amount = formatPounds(pence)
  if (status === 'needs_response') {
    const until = respondBy === null ? '' : ` by ${whenWords('Europe/London', respondBy)}`
    const body = `The payer’s bank is asking for ${amount} back: ${title}. Please answer in Stripe${until}. Without an answer it is lost.`
    return { title: 'A payment is disputed', body }
  }
  if (status === 'won')
    return { title: 'A dispute is closed', body: `${amount} stays with the firm: ${title}.` }
  if (status !== 'lost') return null
  const shortfall =
    account === 'client'
      ? ' It was client money: make it good in your client account from the office account.'
      : ''
  return { title: 'A dispute was lost', body: `The bank has taken ${amount} back: ${title}.${shortfall}` }
}

/** Refreshes the pages of the payer and of everybody at the firm who may see the payment. */
export async function invalidatePayment(
  ctx: Ctx,
  { clientId, taskId }: Pick<PaymentRow, 'clientId' | 'taskId'>,
) {
  await ctx.invalidate(clientId, 'payments')
  await invalidateFirmPagesOf(ctx, { clientId, matterId: await findMatterOfTask(ctx.db, taskId) }, 'payments')
}

/** Notifies the cashiers who may see the payment, or if there are none, everybody who may refund this client. */
export async function notifyCashiers(
  ctx: Ctx,
  { id, clientId, taskId }: PaymentRow,
  news: { title: string; body: string },
) {
  const matterId = await findMatterOfTask(ctx.db, taskId)
  const named = await listNamedOn(ctx.db, matterId)
  const watchers = await listWatchers(ctx.db, clientId)
  const people = named ? watchers.filter((person) => named.includes(person.id)) : watchers
  const cashiers = people.filter(({ roles }) => roles.includes('cashier'))
  const recipients =
    cashiers.length > 0 ? cashiers : people.filter(({ roles }) => may(roles, 'payments.refund'))
  const link = pathTo(pages.refunds, 'payment', id)
  // The user who triggered it sees the result immediately.
  for (const { id: person } of recipients)
    if (person !== actorIdOf(ctx.actor))
      await notify(ctx, person, { topic: 'payments', ...news, link, matterId })
}

/** The processors' reasons, as a cashier reads them. */
const reasons: Record<string, string> = {
  charged_back: 'The bank has taken it back',
  bank_cannot_process: 'The bank could not process it',
  credit_not_processed: 'Says that a refund did not come',
  duplicate: 'Says that it was charged twice',
  fraudulent: 'Says that they did not make this payment',
  general: 'No reason given',
  incorrect_account_details: 'Wrong account details',
  insufficient_funds: 'Not enough money in the account',
  product_not_received: 'Says that the service was not provided',
  product_unacceptable: 'Says that the service was not as agreed',
  subscription_canceled: 'Says that it was cancelled',
  unrecognized: 'Does not recognise the payment',
}

export const shownDispute = ({
  amount,
  reason,
  status,
  respondBy,
  openedAt,
}: Awaited<ReturnType<typeof reversals.listDisputesOf>>[number]): Dispute => ({
  amount,
  reason: reasons[reason] ?? 'Another reason: see Stripe',
  status,
  respondBy,
  openedAt,
})
