import { afterAll, beforeEach, expect } from 'vitest'
import { type WebhookEvent, type WebhookId, webhooks } from '#contract/webhooks.ts'
import { openJobContext } from '#server/platform/jobs/context.ts'
import type { WebhookSender } from '#server/platform/ports/providers.ts'
import { openWebhookSender } from '#server/providers/webhooks/http.ts'
import { openReceiver } from '#server/providers/webhooks/testing/receiver.ts'
import { openPortal } from '#server/testing/portal.ts'
import { webhookJobs } from '../jobs.ts'
import * as store from '../store.ts'

/** How long a test waits for deliveries. */
export const soon = { interval: 20, timeout: 10_000 }

/** Opens a portal and a real receiver on this machine, and returns what a test needs of both. */
export async function openHooks() {
  const receiver = await openReceiver()
  afterAll(() => receiver.close())
  const real = openWebhookSender({ isLoopbackAllowed: true, timeout: 2000 })
  const sender: WebhookSender = { ...real }
  const portal = await openPortal({ ports: { webhooks: { ...real, send: (post) => sender.send(post) } } })
  const jobContext = openJobContext({
    db: portal.db,
    ports: portal.ports,
    clock: portal.now,
    eventHandlers: [],
  })
  const jobs = webhookJobs(jobContext)
  const sweep = async () => jobs.deliverWebhooks?.run({})

  beforeEach(() => {
    receiver.received.length = 0
    receiver.status = 200
    receiver.location = ''
    sender.send = real.send
  })

  // Signs in each time, because sessions expire when a test moves the clock by days.
  const administrator = () => portal.staff('administrator')
  let paths = 0

  async function hook(...events: WebhookEvent[]) {
    const admin = await administrator()
    paths += 1
    const path = `/hook/${paths}`
    const { secret, ...webhook } = await admin.ask(webhooks.create, {
      url: new URL(path, receiver.url).href,
      events: events.length > 0 ? events : ['client.joined'],
      password: portal.password,
    })
    const posts = () =>
      receiver.received
        .filter((post) => post.path === path)
        .map((post) => ({ ...post, payload: JSON.parse(post.body) }))
    return { ...webhook, secret, posts, admin }
  }

  // Reads the table directly, because a sign-in for each look would take the test's whole time.
  const deliveriesOf = (id: WebhookId) => store.listDeliveries(portal.db, id)
  const only = async (id: WebhookId) => {
    const [delivery] = await deliveriesOf(id)
    if (!delivery) throw new Error('nothing was written')
    return delivery
  }
  const standing = (id: WebhookId) => store.get(portal.db, id)
  const remove = ({ id }: { id: WebhookId }) => store.remove(portal.db, id)

  /** Settles an attempt in progress, or makes the next one that is due. */
  const attempt = async (id: WebhookId, attempts: number) => {
    await expect
      .poll(async () => {
        await sweep()
        const { attempts: made, state, failure } = await only(id)
        return made >= attempts && (state !== 'waiting' || failure !== null)
      }, soon)
      .toBe(true)
  }
  return {
    portal,
    receiver,
    real,
    sender,
    jobContext,
    sweep,
    administrator,
    hook,
    deliveriesOf,
    only,
    standing,
    remove,
    attempt,
  }
}
