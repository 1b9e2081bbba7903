import type { Input, Output } from '#contract/kit/endpoint.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages as addresses } from '#contract/kit/pages.ts'
import { byteOrderMark, csvLine } from '#contract/kit/text.ts'
import {
  type payouts as contract,
  differencesIn,
  figuresOf,
  type Payout,
  type PayoutLine,
} from '#contract/payments/payouts.ts'
import {
  type PaymentProvider,
  providerNames,
  providerOf,
  testProcessors,
} from '#contract/payments/processor.ts'
import { listHoldersOf, namesOf } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, FileAnswer, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { FileScope } from '#server/platform/db/file-scope.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { before, days } from '#server/platform/time/durations.ts'
import * as store from '../payouts/store.ts'
import { findConnected, type Hosted, listConnected } from '../processor/connection.ts'
import { scopeOf } from './refund-payment.ts'

/** Processors pay out within a week. The rest allows for a weekend and a bank holiday. */
const paidOutWithin = days(10)
/** Older payouts are no longer fetched, and older payments no longer reported as missing. */
const lookedAt = days(60)

export async function listPayouts({ db, now, ports }: Ctx<Staff>): Promise<Output<typeof contract.list>> {
  const rows = await store.list(db)
  // The totals of a payout may be shown to all who read payouts. Only its lines name clients.
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  )
  const span = { from: before(now, lookedAt), until: before(now, paidOutWithin) }
  const unpaid: Output<typeof contract.list>['unpaid'] = []
  for (const hosted of await listConnected(db, ports))
    unpaid.push({ provider: hosted.provider, ...(await store.countUnpaid(db, hosted, span)) })
  return {
    payouts: rows.map((row) => shown(row, lines.get(row.id) ?? [])),
    unpaid: unpaid.filter(({ count }) => count > 0),
  }
}

const byHand = 'Made manually in Stripe, which does not list what is in it.'

function shown(row: store.PayoutRow, lines: readonly PayoutLine[]): Payout {
  const { id, processor, amount, status, isAutomatic, isComplete, arrivesOn } = row
  const provider = providerOf(processor) ?? 'stripe'
  const differences = isComplete ? differencesIn({ ...row, provider }, lines) : isAutomatic ? [] : [byHand]
  return {
    id,
    provider,
    amount,
    status,
    arrivesOn,
    isTest: testProcessors.includes(processor),
    figures: isComplete ? figuresOf(lines) : null,
    differences,
  }
}

/**
 * Returns all lines of payouts, because they have to add up to the penny. For a payment that the user may not
 * see otherwise, the client and purpose are left out.
 */
async function linesOf(db: Db, ids: string[], scope?: FileScope) {
  const rows = ids.length === 0 ? [] : await store.listLines(db, ids)
  const hidden = await store.listHidden(
    db,
    scope,
    rows.flatMap(({ payment }) => payment?.id ?? []),
  )
  const names = await namesOf(
    db,
    rows.flatMap(({ payment }) => payment?.clientId ?? []),
  )
  const lines = new Map<string, PayoutLine[]>()
  for (const { line, payment } of rows) {
    const { payoutId, ...facts } = line
    const isHidden = payment !== null && hidden.has(payment.id)
    const client = payment && !isHidden ? names.get(payment.clientId) : undefined
    const known = lines.get(payoutId) ?? []
    lines.set(payoutId, known)
    known.push({
      ...facts,
      payment: payment && {
        id: payment.id,
        title: isHidden ? 'Payment' : payment.title,
        amount: payment.amount,
        account: payment.account,
        status: payment.status,
        receiptNumber: payment.receiptNumber,
        client: client ? fullName(client) : '',
      },
    })
  }
  return lines
}

export async function listLines(
  { db, actor }: Pick<Ctx<Staff>, 'db' | 'actor'>,
  { id }: Input<typeof contract.lines>,
) {
  const payout = await store.get(db, id)
  return (await linesOf(db, [payout.id], scopeOf({ db, actor }))).get(payout.id) ?? []
}

const header = ['Kind', 'Client', 'For', 'Receipt', 'Account', 'In', 'Out', 'Fee', 'Reference']

export async function payoutFile(ctx: Ctx<Staff>, { id }: Input<typeof contract.file>): Promise<FileAnswer> {
  const { arrivesOn } = await store.get(ctx.db, id)
  const rows = (await listLines(ctx, { id })).map(({ kind, gross, fee, reference, payment }) => [
    kind,
    payment?.client ?? '',
    payment?.title ?? '',
    payment?.receiptNumber ?? '',
    payment?.account ?? '',
    gross > 0 ? figure(gross) : '',
    gross < 0 ? figure(-gross) : '',
    figure(fee),
    reference ?? '',
  ])
  return {
    type: 'text/csv; charset=utf-8',
    filename: `payout-${arrivesOn}-${id}.csv`,
    isAttachment: true,
    tag: newId(),
    make: async () => Buffer.from(byteOrderMark + [header, ...rows].map(csvLine).join('')),
  }
}

/** Writes pence as pounds without currency sign or commas, for spreadsheets. */
const figure = (pence: number) => (pence / 100).toFixed(2)

/** Lists the recent payouts of one processor that may have changed. */
export async function listToSettle({ read, clock }: JobContext, { connection, pages: { payouts } }: Hosted) {
  const ids = await payouts.list(connection, before(clock(), lookedAt))
  const settled = new Set(ids.length === 0 ? [] : await store.listSettled(read, ids))
  return ids.filter((id) => !settled.has(id))
}

export interface PayoutEvent {
  payoutId: string
  /** Missing in jobs that were queued when Stripe was the only provider. */
  provider?: PaymentProvider
}

/** Fetches a payout and its lines from the processor. Throws if it does not respond. */
export async function settlePayout(
  { read, ports, clock, transaction }: JobContext,
  { payoutId, provider = 'stripe' }: PayoutEvent,
) {
  const hosted = await findConnected(read, ports, provider)
  if (!hosted) return
  const {
    name,
    connection,
    pages: { payouts },
  } = hosted
  const askedAt = clock()
  const payout = await payouts.find(connection, payoutId)
  if (!payout) return
  const lines = payout.isComplete ? await payouts.listLines(connection, payoutId) : null
  await transaction(async (ctx) => {
    const known = await store.find(ctx.db, payoutId)
    if (known && known.askedAt > askedAt) return
    const row = { ...payout, processor: name, askedAt }
    await store.save(ctx.db, row)
    if (lines)
      await store.replaceLines(
        ctx.db,
        payoutId,
        lines.map((line) => ({ ...line, payoutId })),
      )
    if (known?.status === row.status && known.isComplete === row.isComplete) return
    await recordSettled(ctx, row, known)
  })
}

async function recordSettled(ctx: Ctx, row: store.PayoutRow, known: store.PayoutRow | null) {
  const { differences, provider } = shown(row, (await linesOf(ctx.db, [row.id])).get(row.id) ?? [])
  const amount = formatPounds(row.amount)
  await audit(ctx, 'payout.settled', {
    subjectId: null,
    details: { payout: row.id, amount, status: row.status, differences: String(differences.length) },
  })
  const hasFailed = row.status === 'failed' && known?.status !== 'failed'
  const isWrong = differences.length > 0 && (row.isComplete || !row.isAutomatic)
  for (const person of await listHoldersOf(ctx.db, 'payouts.read')) {
    await ctx.invalidate(person, 'payments')
    if (hasFailed || isWrong)
      await notify(ctx, person, {
        topic: 'payments',
        title: hasFailed ? 'A payout failed' : 'A payout does not add up',
        body: hasFailed
          ? `The bank sent ${amount} back. Check your bank details in ${providerNames[provider]}.`
          : `${amount}: ${differences[0]}`,
        link: addresses.payouts,
      })
  }
}
