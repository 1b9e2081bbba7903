import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { WebhookData, WebhookDeliveryId, WebhookEvent } from '#contract/webhooks.ts'
import { listNamedOn } from '#server/features/accounts/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from '../store.ts'

/** The data of an event, with the matter that it is of, which is kept beside the body. */
type Announced<E extends WebhookEvent> = WebhookData<E> & { clientId: UserId; matterId: MatterId | null }

/** Writes a delivery for each webhook that has subscribed, in this transaction. They are sent after the commit. */
export async function announce<E extends WebhookEvent>(
  ctx: Ctx,
  type: E,
  { matterId, ...data }: Announced<E>,
) {
  // Other systems are told nothing about restricted matters.
  if ((await listNamedOn(ctx.db, matterId)) !== null) return
  const hooks = await store.listFor(ctx.db, type)
  if (hooks.length === 0) return
  const eventId = newId<string>()
  const body = bodyOf({ eventId, type, at: ctx.now, data })
  for (const { id: webhookId, failingSince } of hooks) {
    const id = newId<WebhookDeliveryId>()
    await store.insertDelivery(ctx.db, {
      id,
      webhookId,
      eventId,
      type,
      body,
      clientId: data.clientId,
      matterId,
      state: 'waiting',
      createdAt: ctx.now,
      dueAt: ctx.now,
    })
    // A failing webhook is only tried by the job that runs each minute, because each failed attempt keeps others
    // waiting.
    if (failingSince === null)
      await ctx.enqueue('deliverWebhook', { deliveryId: id }, { key: `webhook:${id}` })
  }
}

/** The same for many events at once. Usually no webhook has subscribed, and nothing more is queried. */
export async function announceEach<E extends WebhookEvent>(ctx: Ctx, type: E, all: readonly Announced<E>[]) {
  if (all.length === 0 || (await store.listFor(ctx.db, type)).length === 0) return
  for (const data of all) await announce(ctx, type, data)
}

interface DeliveredEvent {
  eventId: string
  type: string
  at: Date
  data: object
}

export const bodyOf = ({ eventId, type, at, data }: DeliveredEvent) =>
  JSON.stringify({ id: eventId, type, createdAt: at.toISOString(), data })
