import { expect, test } from 'vitest'
import { payments } from '#contract/payments/payments.ts'
import { demoFirm } from '#server/demo/firm.ts'
import { saveFirm } from '#server/features/settings/service.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { madeBy, pay } from './testing.ts'

const portal = await openPortal()
await saveFirm(portal.db, demoFirm)

const receiptOf = async (client: Client, id: string, headers: Record<string, string> = {}) => {
  const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return portal.app.inject({ url: `/api/payments/${id}/receipt`, headers: { cookie, ...headers } })
}

test('a receipt says who paid whom, when, how much, for what, and which account holds the money', async () => {
  const zoe = await portal.client({ firstName: 'Zoë', lastName: 'Ünlü' })
  const paid = await pay(zoe, { paymentMethod: 'google_pay', paymentToken: 'sandbox_google_pay' })
  expect(paid.receiptNumber).toMatch(/^REC-2026-\d{6}$/)

  const file = await receiptOf(zoe, paid.id)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(
      `attachment; filename="Receipt ${paid.receiptNumber}.pdf"`,
    ),
  })
  const { text, pages } = await textOfPdf(file.rawPayload)
  expect(pages).toBe(1)
  const words = text.replace(/\s+/g, ' ')
  for (const part of [
    `${demoFirm.name} ${demoFirm.postalAddress}`,
    `VAT number ${demoFirm.vatNumber}`,
    `Receipt number ${paid.receiptNumber}`,
    'Date 9 November 2026',
    `Received from Zoë Ünlü ${zoe.user.email}`,
    'For Pay search fees Local authority and drainage searches · £342.50',
    'Paid by Google Pay',
    'Paid into Client account',
    'Of which VAT £0.00',
    'Amount received £342.50',
    "We'll never change our bank details by email.",
    'Test payment: no money has moved.',
  ])
    expect(words).toContain(part)
  expect(words).not.toContain('We hold this money for you')
})

test('a name in any script can be printed on a receipt', async () => {
  for (const lastName of ['王小明', 'Ωμέγα', 'Иванова', 'محمد', 'Ọláńrewájú', '🙂']) {
    const person = await portal.client({ lastName })
    const { id } = await pay(person)
    expect((await receiptOf(person, id)).statusCode).toBe(200)
  }
})

test('an interrupted download can be resumed', async () => {
  const ana = await portal.client()
  const { id } = await pay(ana)
  const whole = await receiptOf(ana, id)
  const rest = await receiptOf(ana, id, { range: 'bytes=1000-', 'if-range': String(whole.headers.etag) })
  expect(rest.statusCode).toBe(206)
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(1000))).toBe(true)
})

test('the receipt of a payment that was reversed says so, and no longer that the money is held', async () => {
  const ana = await portal.client()
  const { id } = await pay(ana)
  await portal.pool.query("update payments set processor = 'stripe' where id = $1", [id])
  const wordsOf = async () =>
    (await textOfPdf((await receiptOf(ana, id)).rawPayload)).text.replace(/\s+/g, ' ')
  expect(await wordsOf()).toContain('We hold this money for you')
  await portal.pool.query("update payments set status = 'charged_back' where id = $1", [id])
  const since = await wordsOf()
  expect(since).toContain('Charged back Your bank took this payment back')
  expect(since).not.toContain('We hold this money for you')
})

test('an unpaid payment has no receipt', async () => {
  const ana = await portal.client()
  await expect(pay(ana, { paymentToken: 'sandbox_declined' })).rejects.toMatchObject({ code: 'declined' })
  const [declined] = await madeBy(ana)
  if (!declined) throw new Error('the declined payment is not in the history')
  expect(declined.receiptNumber).toBeNull()
  await expect(ana.ask(payments.receipt, { id: declined.id })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'not_paid',
  })
})
