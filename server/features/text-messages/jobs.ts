import type { TextMessageId } from '#contract/text-messages.ts'
import { mobileText } from '#contract/text-messages.ts'
import { listAdministrators } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { doEach } from '#server/platform/jobs/each.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import type { TextConnection, TextDelivery } from '#server/platform/ports/text-messages.ts'
import { after, before, days, hours, minutes, seconds } from '#server/platform/time/durations.ts'
import { findConnection } from './provider-settings.ts'
import { failureWords, noteDelivery } from './service/report-failures.ts'
import { bodyOf } from './service.ts'
import type { TextRow } from './store.ts'
import * as store from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    sendText: { textId: TextMessageId }
    sendTexts: Record<string, never>
    eraseTexts: Record<string, never>
  }
}

/** Longer than any attempt takes. A process that has not settled its text by then has died. */
export const lease = minutes(2)
/** How long to wait after each failed attempt. After the last one, a text is given up. */
export const pauses = [seconds(30), minutes(2), minutes(10), minutes(30), hours(1), hours(2)]
/** How long after a text was written the provider is still asked whether it arrived. */
const reportsWithin = hours(24)
/** For as long as someone may ask whether a text was ever sent. */
const kept = days(365)

export const textJobs = (jobContext: JobContext): JobTable => ({
  sendText: { run: ({ textId }) => handleText(jobContext, textId) },
  sendTexts: {
    schedule: '* * * * *',
    run: async () =>
      doEach(await store.listDue(jobContext.read, jobContext.clock()), (id) => handleText(jobContext, id)),
  },
  eraseTexts: {
    schedule: '47 3 * * *',
    run: async () => {
      await store.removeSettledBefore(jobContext.read, before(jobContext.clock(), kept))
    },
  },
})

/**
 * Sends one text that is due, or asks whether it arrived: claim, ask, settle, each in its own transaction. If the
 * process dies in between, the text stays claimed, and the provider is asked about it before it is sent again.
 */
export async function handleText(jobContext: JobContext, id: TextMessageId): Promise<void> {
  const { ports, transaction, read, clock } = jobContext
  const now = clock()
  const row = await transaction(({ db }) => store.claimDue(db, id, { now, until: after(now, lease) }))
  if (row === null) return
  const connection = await findConnection(read, ports)
  if (row.state === 'sent') return follow(jobContext, row, connection)
  if (ports.isDemo) await transaction((ctx) => settle(ctx, row, { state: 'kept', failure: null }))
  else if (row.expiresAt <= now)
    await transaction((ctx) =>
      giveUp(ctx, row, row.failure ?? "It couldn't be sent before the code expired."),
    )
  else {
    const delivery = connection && (await deliver(jobContext, row, connection))
    await transaction((ctx) => settleDelivery(ctx, row, delivery))
  }
}

async function deliver(
  { ports, clock }: JobContext,
  row: TextRow,
  connection: TextConnection,
): Promise<TextDelivery> {
  const body = bodyOf(ports, row)
  if (body === null) return { status: 'refused', failure: 'other', code: null }
  const text = { to: row.number, body }
  if (row.attempts > 1) {
    try {
      const reference = await ports.texts.find(connection, { ...text, since: row.createdAt })
      if (reference !== null) return { status: 'sent', reference }
    } catch {
      return { status: 'unknown', failure: 'silent', code: null }
    }
  }
  const validFor = (row.expiresAt.getTime() - clock().getTime()) / 1000
  const delivery = await ports.texts.send(connection, { ...text, validFor })
  noteDelivery(ports, delivery)
  return delivery
}

/** `delivery` is null if texts were switched off meanwhile. */
async function settleDelivery(ctx: Ctx, row: TextRow, delivery: TextDelivery | null) {
  if (delivery?.status === 'sent') {
    const { reference } = delivery
    // Once the text has left, its code is not needed here any more.
    await settle(ctx, row, {
      state: 'sent',
      reference,
      failure: null,
      sealedCode: null,
      dueAt: after(ctx.now, seconds(20)),
      settledAt: null,
    })
    return
  }
  const failure = delivery
    ? failureWords(ctx.ports.texts.name, delivery)
    : 'Text messages have been switched off.'
  const pause = delivery === null || delivery.status === 'refused' ? undefined : pauses[row.attempts - 1]
  if (pause === undefined) await giveUp(ctx, row, failure)
  else await settle(ctx, row, { failure, dueAt: after(ctx.now, pause), settledAt: null })
}

async function follow(
  { ports, transaction }: JobContext,
  row: TextRow,
  connection: TextConnection | null,
): Promise<void> {
  const { reference } = row
  const outcome =
    connection && reference !== null
      ? await ports.texts.outcome(connection, reference).catch(() => null)
      : null
  await transaction<unknown>((ctx) => {
    if (outcome?.status === 'delivered') return settle(ctx, row, { state: 'delivered', failure: null })
    if (outcome?.status === 'failed') return giveUp(ctx, row, failureWords(ports.texts.name, outcome))
    const age = ctx.now.getTime() - row.createdAt.getTime()
    // Some networks never report.
    if (connection === null || age > reportsWithin) return settle(ctx, row, {})
    const pause = age < minutes(10) ? minutes(1) : age < hours(2) ? minutes(10) : hours(1)
    return settle(ctx, row, { dueAt: after(ctx.now, pause), settledAt: null })
  })
}

type Change = Parameters<typeof store.updateAttempt>[2]

/** Settles an attempt. Returns false, and changes nothing, if a later attempt has begun. */
async function settle(ctx: Ctx, row: TextRow, change: Change): Promise<boolean> {
  if (!(await store.updateAttempt(ctx.db, row, { settledAt: ctx.now, ...change }))) return false
  for (const id of new Set([row.sentById, ...(await listAdministrators(ctx.db))]))
    await ctx.invalidate(id, 'texts')
  return true
}

/** Gives up a text. Tells the person who sent it, because someone is waiting for the code. */
async function giveUp(ctx: Ctx, row: TextRow, failure: string) {
  if (!(await settle(ctx, row, { state: 'failed', failure, sealedCode: null }))) return
  await notify(ctx, row.sentById, {
    topic: 'account',
    title: "A text with a code didn't arrive",
    body: `${mobileText(row.number)}: ${failure} Please pass the code on yourself, or make a new one.`,
    link: row.link,
    inMail: "A text with a code didn't arrive.",
  })
}
