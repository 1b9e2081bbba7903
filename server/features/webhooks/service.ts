import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import {
  canReplay,
  type webhooks as contract,
  testEvent,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryId,
  type WebhookId,
} from '#contract/webhooks.ts'
import {
  confirmPassword,
  hiddenMattersOf,
  listHoldersOf,
  nameOfActor,
  namesOf,
} from '#server/features/accounts/service.ts'
import { notifyOthers } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { after, days } from '#server/platform/time/durations.ts'
import { bodyOf } from './service/announce-event.ts'
import { invalidateWebhooks, newSecret, notSent, placeOf } from './service/deliver.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

export const listWebhooks = async ({ db }: Ctx<Staff>) => shown(db, await store.listOf(db))

export async function createWebhook(
  ctx: MultiStepCtx<Staff>,
  { url, events, password }: Requested<'create'>,
) {
  await refuseAddress(ctx, url)
  await confirmPassword(ctx, password, 'password')
  const [id, secret] = [newId<WebhookId>(), newSecret()]
  return ctx.transaction(async (step) => {
    const row = await store.insert(step.db, {
      id,
      url,
      events: [...new Set(events)],
      state: 'on',
      sealedSecret: step.ports.secrets.seal(secret, placeOf(id)),
      createdById: step.actor.id,
      createdAt: step.now,
    })
    await record(step, 'webhook.created', row)
    return { ...(await shownWebhook(step.db, row)), secret }
  })
}

export async function saveWebhook(
  ctx: MultiStepCtx<Staff>,
  { id, url, events, password }: Requested<'save'>,
) {
  await refuseAddress(ctx, url)
  await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    const before = await store.claim(step.db, id)
    // Failures at another address say nothing about this one.
    const row = await store.update(step.db, id, {
      url,
      events: [...new Set(events)],
      ...(url !== before.url && { failingSince: null }),
    })
    await record(step, 'webhook.changed', row)
    return shownWebhook(step.db, row)
  })
}

export async function turnWebhook(ctx: MultiStepCtx<Staff>, { id, isOn, password }: Requested<'turn'>) {
  await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    const { state } = await store.claim(step.db, id)
    if ((state === 'on') === isOn) return shownWebhook(step.db, await store.get(step.db, id))
    const row = await store.update(step.db, id, { state: isOn ? 'on' : 'off', failingSince: null })
    if (!isOn)
      await store.updateWaitingOf(step.db, id, { state: 'failed', failure: notSent, settledAt: step.now })
    await record(step, isOn ? 'webhook.switched_on' : 'webhook.switched_off', row)
    return shownWebhook(step.db, row)
  })
}

/** How long the previous secret signs as well, so that the other system can be changed meanwhile. */
const overlap = days(1)

export async function renewSecret(ctx: MultiStepCtx<Staff>, { id, password }: Requested<'renewSecret'>) {
  await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    const { sealedSecret } = await store.claim(step.db, id)
    const secret = newSecret()
    const row = await store.update(step.db, id, {
      sealedSecret: step.ports.secrets.seal(secret, placeOf(id)),
      sealedOldSecret: sealedSecret,
      oldSecretUntil: after(step.now, overlap),
    })
    await record(step, 'webhook.secret_renewed', row)
    return { secret }
  })
}

export async function removeWebhook(ctx: MultiStepCtx<Staff>, { id, password }: Requested<'remove'>) {
  await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    const row = await store.claim(step.db, id)
    if (!(await store.remove(step.db, id))) notFound('webhook')
    await record(step, 'webhook.removed', row)
    return listWebhooks(step)
  })
}

export async function testWebhook(ctx: Ctx<Staff>, { id }: Requested<'test'>) {
  const webhook = await store.claim(ctx.db, id)
  if (webhook.state !== 'on') throw switchedOff()
  const [deliveryId, eventId] = [newId<WebhookDeliveryId>(), newId<string>()]
  const row = await store.insertDelivery(ctx.db, {
    id: deliveryId,
    webhookId: id,
    eventId,
    type: testEvent,
    body: bodyOf({ eventId, type: testEvent, at: ctx.now, data: {} }),
    clientId: null,
    state: 'waiting',
    createdAt: ctx.now,
    dueAt: ctx.now,
  })
  await ctx.enqueue('deliverWebhook', { deliveryId }, { key: `webhook:${deliveryId}` })
  await invalidateWebhooks(ctx)
  return asDelivery(row)
}

export async function listDeliveries({ db, actor }: Ctx<Staff>, { id, before }: Requested<'deliveries'>) {
  await store.get(db, id)
  const hidden = hiddenMattersOf(db, actor)
  return (await store.listDeliveries(db, id, { hidden, before })).map(asDelivery)
}

export async function replayDelivery(ctx: Ctx<Staff>, { id }: Requested<'replay'>) {
  const delivery = await store.claimDelivery(ctx.db, hiddenMattersOf(ctx.db, ctx.actor), id)
  const webhook = await store.get(ctx.db, delivery.webhookId)
  if (webhook.state !== 'on') throw switchedOff()
  if (!canReplay(delivery, webhook))
    throw new Problem('conflict', 'This delivery is being sent already.', { reason: 'still_waiting' })
  const row = await store.updateDelivery(ctx.db, id, {
    state: 'waiting',
    attempts: 0,
    answerStatus: null,
    failure: null,
    settledAt: null,
    claimedUntil: null,
    dueAt: ctx.now,
  })
  await record(ctx, 'webhook.replayed', webhook, { deliveryId: id })
  await ctx.enqueue('deliverWebhook', { deliveryId: id }, { key: `webhook:${id}` })
  return asDelivery(row)
}

const switchedOff = () =>
  new Problem('conflict', 'This webhook is off. Please switch it on first.', { reason: 'switched_off' })

async function refuseAddress({ ports }: MultiStepCtx, url: string) {
  const refusal = await ports.webhooks.refusalOf(url)
  if (refusal !== null)
    throw new Problem('unprocessable', refusal, { fields: { url: refusal }, reason: 'address_refused' })
}

type Happened = Parameters<typeof audit>[1] & `webhook.${string}`

/**
 * Records an event. The audit trail only gets the host, because a path or a query may hold a secret of the other
 * system.
 */
async function record(
  ctx: Ctx<Staff>,
  event: Happened,
  { id, url }: store.WebhookRow,
  more: Record<string, string> = {},
) {
  await audit(ctx, event, { details: { webhookId: id, host: new URL(url).host, ...more } })
  await invalidateWebhooks(ctx)
  const change = changes[event]
  if (change === undefined) return
  await notifyOthers(ctx, await listHoldersOf(ctx.db, 'settings.manage'), {
    topic: 'account',
    title: 'The portal’s webhooks have changed',
    body: `${await nameOfActor(ctx)} ${change} ${new URL(url).host}. If you didn’t expect this, ask them at once.`,
    inMail: 'The portal’s webhooks have changed.',
    link: `${pages.integrations}?tab=webhooks`,
  })
}

/** What other administrators are told, because a webhook tells another system what happens here. */
const changes: Partial<Record<Happened, string>> = {
  'webhook.created': 'added a webhook to',
  'webhook.changed': 'changed a webhook. It now goes to',
  'webhook.secret_renewed': 'renewed the secret of the webhook to',
  'webhook.switched_on': 'switched on the webhook to',
  'webhook.switched_off': 'switched off the webhook to',
  'webhook.removed': 'removed the webhook to',
}

const asDelivery = (row: store.DeliveryRow): WebhookDelivery => {
  const { webhookId: _, clientId: __, matterId: ___, claimedUntil: ____, ...delivery } = row
  return delivery
}

const shownWebhook = async (db: Db, row: store.WebhookRow) => {
  const [webhook] = await shown(db, [row])
  return webhook as Webhook
}

async function shown(db: Db, rows: store.WebhookRow[]): Promise<Webhook[]> {
  const makers = await namesOf(
    db,
    rows.map(({ createdById }) => createdById),
  )
  return rows.map(({ id, url, events, state, createdById, createdAt, lastDeliveredAt, failingSince }) => {
    const maker = makers.get(createdById)
    const createdBy = maker ? fullName(maker) : null
    return { id, url, events, state, createdBy, createdAt, lastDeliveredAt, failingSince }
  })
}
