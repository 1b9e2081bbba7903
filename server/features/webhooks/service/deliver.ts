import { createHmac, randomBytes } from 'node:crypto'
import { pages } from '#contract/kit/pages.ts'
import { signatureHeader, type WebhookDeliveryId } from '#contract/webhooks.ts'
import { listAdministrators, listNamedOn } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { Ports } from '#server/platform/ports/ports.ts'
import type { WebhookAnswer } from '#server/platform/ports/providers.ts'
import { after, hours, minutes } from '#server/platform/time/durations.ts'
import type { DeliveryRow, WebhookRow } from '../store.ts'
import * as store from '../store.ts'

/** Longer than any attempt takes. A sender that has not settled its delivery by then has died. */
export const lease = minutes(1)

/** How long to wait after each failed attempt. After three days in all, the delivery is given up. */
export const pauses = [
  minutes(1),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(16),
  hours(24) + minutes(24),
]

/** The context that a secret is sealed for, so that no other webhook's row can be opened with it. */
export const placeOf = (id: WebhookRow['id']) => `webhook:${id}`

/**
 * Sends one delivery that is due: claim, send, settle, each in its own transaction. If the process dies in between, the
 * delivery stays claimed, and is sent again with the same id when the claim has expired. Returns whether it got
 * through, or null if there was nothing to do.
 */
export async function deliver(
  { transaction, read, ports, clock }: JobContext,
  id: WebhookDeliveryId,
): Promise<boolean | null> {
  const now = clock()
  const delivery = await transaction(({ db }) => store.claimDue(db, id, { now, until: after(now, lease) }))
  if (delivery === null) return null
  const webhook = await store.get(read, delivery.webhookId)
  const refusal = webhook.state === 'on' ? await refusalOf(read, delivery) : notSent
  if (refusal !== null) {
    const change = { state: 'failed' as const, failure: refusal }
    await transaction((ctx) => store.updateAttempt(ctx.db, delivery, { ...change, settledAt: ctx.now }))
    return null
  }
  const answer = await send(ports, { webhook, delivery, now })
  await transaction((ctx) => settle(ctx, delivery, answer))
  return isTaken(answer)
}

/** Returns why nothing may be sent, although the matter was open to everybody when the delivery was written. */
async function refusalOf(db: Db, { matterId }: DeliveryRow) {
  return (await listNamedOn(db, matterId)) === null ? null : 'The case was restricted before this was sent.'
}

const isTaken = (answer: WebhookAnswer) => 'status' in answer && answer.status >= 200 && answer.status < 300

interface Sending {
  webhook: WebhookRow
  delivery: Pick<DeliveryRow, 'id' | 'type' | 'body'>
  now: Date
}

async function send(ports: Ports, { webhook, delivery, now }: Sending): Promise<WebhookAnswer> {
  const secrets = secretsOf(ports, webhook, now)
  if (secrets.length === 0) return { failure: "The signing secret can't be read. Please make a new one." }
  return ports.webhooks.send({
    url: webhook.url,
    body: delivery.body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Portico-Webhooks/1',
      'portico-event': delivery.type,
      'portico-delivery': delivery.id,
      [signatureHeader]: signatureOf(delivery.body, { secrets, at: now }),
    },
  })
}

const secretsOf = ({ secrets }: Ports, webhook: WebhookRow, now: Date) => {
  const { id, sealedSecret, sealedOldSecret, oldSecretUntil } = webhook
  const isOldGood = oldSecretUntil !== null && oldSecretUntil > now
  const sealed = [sealedSecret, isOldGood ? sealedOldSecret : null].filter((text) => text !== null)
  return sealed.map((text) => secrets.open(text, placeOf(id))).filter((text) => text !== null)
}

async function settle(ctx: Ctx, delivery: DeliveryRow, answer: WebhookAnswer) {
  const webhook = await store.claim(ctx.db, delivery.webhookId)
  const answerStatus = 'status' in answer ? answer.status : null
  if (isTaken(answer)) {
    // Also if a later attempt has begun, because a delivery that has arrived needs no other.
    await store.updateDelivery(ctx.db, delivery.id, {
      state: 'delivered',
      answerStatus,
      failure: null,
      claimedUntil: null,
      settledAt: ctx.now,
    })
    await store.update(ctx.db, webhook.id, { lastDeliveredAt: ctx.now, failingSince: null })
  } else {
    const failure = 'failure' in answer ? answer.failure : `It answered ${answer.status}.`
    const pause = pauses[delivery.attempts - 1]
    const change =
      pause === undefined
        ? { state: 'failed' as const, settledAt: ctx.now }
        : { dueAt: after(ctx.now, pause) }
    const isOurs = await store.updateAttempt(ctx.db, delivery, { ...change, answerStatus, failure })
    const failingSince = webhook.failingSince ?? ctx.now
    await store.update(ctx.db, webhook.id, { failingSince })
    if (isOurs && pause === undefined) await disableWhereDead(ctx, { ...webhook, failingSince }, delivery)
  }
  await invalidateWebhooks(ctx)
}

/** Switches a webhook off if nothing has got through since this delivery was first tried, three days ago. */
async function disableWhereDead(ctx: Ctx, webhook: WebhookRow, { createdAt }: DeliveryRow) {
  const { id, url, state, failingSince } = webhook
  const isDead = failingSince !== null && failingSince <= after(createdAt, minutes(5))
  if (state !== 'on' || !isDead) return
  await store.update(ctx.db, id, { state: 'disabled' })
  await store.updateWaitingOf(ctx.db, id, { state: 'failed', failure: notSent, settledAt: ctx.now })
  await audit(ctx, 'webhook.disabled', { details: { webhookId: id, host: new URL(url).host } })
  for (const person of await listAdministrators(ctx.db))
    await notify(ctx, person, {
      topic: 'account',
      title: 'A webhook was switched off',
      body: `Nothing has reached ${new URL(url).host} for three days. Fix it there, switch it on again, and replay what failed.`,
      link: `${pages.integrations}?tab=webhooks`,
      inMail: 'A webhook was switched off because nothing reached it for three days.',
    })
}

export const notSent = 'The webhook was switched off before this was sent.'

export const invalidateWebhooks = async (ctx: Ctx) => {
  for (const id of await listAdministrators(ctx.db)) await ctx.invalidate(id, 'webhooks')
}

export const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

/**
 * Returns the header `Portico-Signature`: the time of signing in Unix seconds, and for each secret the HMAC-SHA256 of
 * that time, a full stop and the body. The receiver compares one `v1`, and refuses anything older than five minutes.
 */
const signatureOf = (body: string, { secrets, at }: { secrets: readonly string[]; at: Date }) => {
  const second = Math.floor(at.getTime() / 1000)
  const marks = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')
    return `v1=${mac}`
  })
  return [`t=${second}`, ...marks].join(',')
}
