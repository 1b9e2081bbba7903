import type { Server } from 'node:http'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import type { ChargeOutcome } from '#server/platform/ports/providers.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { feesOf, madeBy, openBank } from './testing.ts'

/** A client's browser has sent a payment, and the bank has yet to answer. */
const setUp = async () => {
  const reached = Promise.withResolvers<void>()
  const bank = Promise.withResolvers<ChargeOutcome>()
  const charge = () => {
    reached.resolve()
    return bank.promise
  }
  const portal = await openPortal({
    ports: { processor: { ...openBank().processor, timeout: 8000, charge } },
  })
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const ana = await portal.client()
  const { id: taskId, amount } = await feesOf(ana)
  const page = new AbortController()
  const paying = fetch(address + payments.pay.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...cookieOf(ana.jar) },
    body: JSON.stringify({ taskId, amount, currency: 'GBP', paymentMethod: 'card' }),
    signal: page.signal,
  })
  await reached.promise
  return { ana, bank, paying, leave: () => leaveBy(page, { paying, server: portal.app.server }) }
}

/** Goes to another document, or closes the tab: either ends the connection. */
const leaveBy = async (
  page: AbortController,
  { paying, server }: { paying: Promise<unknown>; server: Server },
) => {
  page.abort()
  await paying.catch(() => {})
  const connections = promisify(server.getConnections.bind(server))
  await expect.poll(() => connections()).toBe(0)
}

const titlesFor = async (client: Client) =>
  (await client.ask(notifications.list, {}))
    .filter(({ topic }) => topic === 'payments')
    .map(({ title }) => title)

const outcomes: [ChargeOutcome, string, string][] = [
  [{ status: 'paid', reference: 'ref' }, 'completed', 'Your payment went through'],
  [{ status: 'declined', reason: 'Your bank declined it.' }, 'declined', 'Your payment did not go through'],
]

test.each(outcomes)(
  'whoever leaves while the bank is asked is notified once of %o',
  async (outcome, status, title) => {
    const { ana, bank, leave } = await setUp()
    const before = await titlesFor(ana)
    await leave()
    bank.resolve(outcome)
    await expect.poll(async () => (await madeBy(ana)).map((payment) => payment.status)).toEqual([status])
    expect(await titlesFor(ana)).toEqual([title, ...before])
  },
)

test.each(outcomes)(
  'whoever waits for the answer of the bank has no notification of %o besides',
  async (outcome) => {
    const { ana, bank, paying } = await setUp()
    const before = await titlesFor(ana)
    bank.resolve(outcome)
    await paying
    expect(await titlesFor(ana)).toEqual(before)
  },
)
