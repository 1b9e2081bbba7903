import { z } from 'zod'
import { UserId } from './accounts/accounts.ts'
import { confirmingPassword } from './accounts/passwords.ts'
import { DocumentId } from './documents/documents.ts'
import { atMost, command, create, id, instant, list, pageOf, read, replace, uuid } from './kit/endpoint.ts'
import { MatterId } from './matters/matters.ts'
import { PaymentId } from './payments/payments.ts'
import { Task, TaskId } from './tasks.ts'

declare module './kit/portal.ts' {
  interface Topics {
    webhooks: true
  }
}

export const WebhookId = id('webhook')
export type WebhookId = z.infer<typeof WebhookId>
export const WebhookDeliveryId = id('webhookDelivery')
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>

const clientId = UserId
const matter = { clientId, caseId: MatterId, reference: z.string() }
/** `amount` is in pence. */
const money = { amount: z.number().int(), currency: z.literal('GBP') }

/**
 * The events that other systems can receive, with the data of each: ids, with which an API key reads the rest, and no
 * name or text that anybody typed.
 */
export const webhookData = {
  'client.joined': z.strictObject({ clientId }),
  'task.completed': z.strictObject({
    clientId,
    taskId: TaskId,
    kind: Task.shape.kind,
    outcome: Task.shape.outcome,
  }),
  'document.decided': z.strictObject({
    clientId,
    documentId: DocumentId,
    status: z.enum(['verified', 'rejected']),
  }),
  'document.signed': z.strictObject({ clientId, documentId: DocumentId }),
  'payment.paid': z.strictObject({ clientId, paymentId: PaymentId, taskId: TaskId, ...money }),
  'payment.refunded': z.strictObject({ clientId, paymentId: PaymentId, ...money }),
  'case.opened': z.strictObject(matter),
  'case.stage_changed': z.strictObject({ ...matter, stage: z.string() }),
  'case.closed': z.strictObject(matter),
}
export type WebhookEvent = keyof typeof webhookData
export type WebhookData<E extends WebhookEvent> = z.output<(typeof webhookData)[E]>

export const WebhookEvent = z.enum(Object.keys(webhookData) as [WebhookEvent, ...WebhookEvent[]])

export const webhookEventWords: Record<WebhookEvent, string> = {
  'client.joined': 'A client has opened an account',
  'task.completed': 'A client has completed a task',
  'document.decided': 'A document was verified or rejected',
  'document.signed': 'A client has signed a document',
  'payment.paid': 'A payment has gone through',
  'payment.refunded': 'A refund was sent',
  'case.opened': 'A case was opened',
  'case.stage_changed': 'A case has reached a new stage',
  'case.closed': 'A case was closed',
}

/** The event that "Send a test" sends. Every webhook receives it. */
export const testEvent = 'webhook.test'

/** The header with the time and signature of a delivery: `t=1767225600,v1=5257a8…`. */
export const signatureHeader = 'Portico-Signature'

/** `disabled`: no delivery succeeded for three days, so none is made until the webhook is switched on again. */
export const WebhookState = z.enum(['on', 'off', 'disabled'])
export type WebhookState = z.infer<typeof WebhookState>

export const Webhook = z.strictObject({
  id: WebhookId,
  url: z.string(),
  events: z.array(WebhookEvent),
  state: WebhookState,
  createdBy: z.string().nullable(),
  createdAt: instant,
  lastDeliveredAt: instant.nullable(),
  /** Since when deliveries have failed. Null if the last one succeeded. */
  failingSince: instant.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

export const WebhookDelivery = z.strictObject({
  id: WebhookDeliveryId,
  /** The same for every webhook and every attempt. */
  eventId: uuid(),
  type: z.string(),
  body: z.string(),
  state: DeliveryState,
  attempts: z.number().int(),
  /** The HTTP status of the last response. Null if there was none. */
  answerStatus: z.number().int().nullable(),
  /** Why the last attempt failed. */
  failure: z.string().nullable(),
  createdAt: instant,
  /** It is not sent before this time. */
  dueAt: instant,
  settledAt: instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const wanted = {
  url: z
    .string()
    .max(500, atMost('Please use at most 500 characters'))
    .pipe(z.url({ protocol: /^https?$/, error: 'Please enter an address that starts with https://' })),
  events: z.array(WebhookEvent).min(1, 'Please choose at least one event').max(WebhookEvent.options.length),
}

const byId = z.strictObject({ id: WebhookId })
/** The password of whoever sends the firm's events elsewhere, stops them, or shows what they are signed with. */
const withPassword = { password: confirmingPassword }
const rights = { audience: 'firm', action: 'settings.manage' } as const
/** The signing secret. Only this response contains it. */
const Secret = z.strictObject({ secret: z.string() })

export const webhooks = {
  list: read('/api/firm/webhooks', {
    output: z.array(Webhook),
    ...rights,
    summary: 'Where other systems are told what happens, newest first',
  }),
  create: create('/api/firm/webhooks', {
    input: z.strictObject({ ...wanted, ...withPassword }),
    output: Webhook.extend(Secret.shape),
    ...rights,
    summary:
      "Adds a webhook; needs the administrator's password, and is the only answer with its signing secret",
  }),
  save: replace('/api/firm/webhooks/:id', {
    input: byId.extend({ ...wanted, ...withPassword }),
    output: Webhook,
    ...rights,
    summary: "Changes where a webhook leads, and what is sent there; needs the administrator's password",
  }),
  turn: command('/api/firm/webhooks/:id/turn', {
    input: byId.extend({ isOn: z.boolean(), ...withPassword }),
    output: Webhook,
    ...rights,
    summary:
      "Switches a webhook on or off; needs the administrator's password; what waits when it is switched off is not sent",
  }),
  renewSecret: command('/api/firm/webhooks/:id/secret', {
    input: byId.extend(withPassword),
    output: Secret,
    ...rights,
    summary: 'Makes a new signing secret; for a day, deliveries are signed with the old one as well',
  }),
  test: command('/api/firm/webhooks/:id/test', {
    input: byId,
    output: WebhookDelivery,
    ...rights,
    summary: 'Sends a test; the list of deliveries shows how it went',
  }),
  // Not DELETE, whose input is sent in the address, where a password would be logged.
  remove: command('/api/firm/webhooks/:id/remove', {
    input: byId.extend(withPassword),
    output: z.array(Webhook),
    ...rights,
    summary:
      "Removes a webhook with the list of its deliveries, and says which are left; needs the administrator's password",
  }),
  deliveries: list('/api/firm/webhooks/:id/deliveries', {
    item: WebhookDelivery,
    input: byId.extend(pageOf(WebhookDelivery).shape),
    ...rights,
    summary: 'What was sent to a webhook in the last 30 days, newest first',
  }),
  replay: command('/api/firm/webhook-deliveries/:id/replay', {
    input: z.strictObject({ id: WebhookDeliveryId }),
    output: WebhookDelivery,
    ...rights,
    summary: 'Sends a delivery once more, with the id of its event',
  }),
}

/** Shared rule: a delivery that is waiting is sent by itself, so only others can be replayed. */
export const canReplay = ({ state }: Pick<WebhookDelivery, 'state'>, webhook: Pick<Webhook, 'state'>) =>
  state !== 'waiting' && webhook.state === 'on'
