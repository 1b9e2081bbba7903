import { expect, type Page } from '@playwright/test'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { openStripeStandIn } from '#server/providers/payments/testing/stripe.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { journeys, type Visit } from './journey.ts'
import { expectHeading, expectNoSidewaysScroll } from './page-actions/seen.ts'

let stripe: Awaited<ReturnType<typeof openStripeStandIn>>
const test = journeys({
  environment: async () => {
    stripe = await openStripeStandIn({ clock: () => new Date() })
    return {
      PORTICO_STRIPE_KEY: stripe.state.secretKey,
      PORTICO_STRIPE_WEBHOOK_SECRET: stripe.state.webhookSecret,
      PORTICO_STRIPE_URL: stripe.url,
      PORTICO_STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
    }
  },
})
test.afterAll(() => stripe.close())

/** Stands in for Stripe.js where the browser fetches it: the frame is Stripe's, and what is typed there stays there. */
const script = `
  window.Stripe = () => ({
    elements: ({ clientSecret }) => ({
      clientSecret,
      submit: async () => ({}),
      update: () => {},
      create: () => {
        const frame = document.createElement('iframe')
        frame.title = 'Secure payment input frame'
        frame.src = 'https://js.stripe.com/frame.html'
        return {
          on: (type, hear) => type === 'ready' && frame.addEventListener('load', () => hear({})),
          mount: (place) => place.append(frame),
          destroy: () => frame.remove(),
        }
      },
    }),
    confirmPayment: async ({ elements, confirmParams }) => {
      const { name } = confirmParams.payment_method_data.billing_details
      const body = new URLSearchParams({ client_secret: elements.clientSecret, name })
      return (await fetch('https://api.stripe.com/v1/confirm', { method: 'POST', body })).json()
    },
  })`
const frame = '<!doctype html><html lang="en"><title>Card</title><label>Card number <input></label></html>'

/** The first card is declined, and every other one is taken. */
async function routeStripe({ context }: Visit) {
  let tries = 0
  await context.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('.html')
      ? route.fulfill({ contentType: 'text/html', body: frame })
      : route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await context.route('https://api.stripe.com/**', (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '')
    const intent = stripe.forms.findBySecret(form.get('client_secret') ?? '')
    if (!intent) return route.abort()
    tries += 1
    const headers = { 'access-control-allow-origin': '*' }
    if (tries === 1)
      return route.fulfill({ headers, json: { error: stripe.forms.decline(intent).last_payment_error } })
    stripe.forms.pay({ intent, name: form.get('name') ?? '' })
    return route.fulfill({ headers, json: { paymentIntent: { status: 'succeeded' } } })
  })
}

const hasStripe = (page: Page) => page.evaluate(() => 'Stripe' in window)

test('a card is declined, and another pays, in Stripe’s form on the portal’s page; no other page has a script of Stripe', async ({
  visit,
}) => {
  const client = await visit({ device: 'phone', colours: 'dark' })
  const { page } = client
  await routeStripe(client)
  await client.signUp()
  await page.goto('/payments')
  await page.getByRole('button', { name: 'Make Payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make Payment' })
  await dialog.getByText(/in a form run by Stripe/).waitFor()
  await dialog.getByRole('button', { name: /^Pay £/ }).click()
  await page.waitForURL(/\/payments\/card\//)
  await expectHeading(page, 'Pay by card')
  await page.frameLocator('iframe').getByLabel('Card number').fill('4000 0000 0000 0002')
  await expectNoSidewaysScroll(page)
  await expectAccessibleAsWorn(page, 'paying by card')

  // Another page is another document: what Stripe's script knows is gone with this one.
  expect(await hasStripe(page)).toBe(true)
  const card = page.url()
  await page.getByRole('link', { name: 'Back to payments' }).click()
  await expectHeading(page, 'Payments')
  expect(await hasStripe(page)).toBe(false)
  await page.goBack()
  await page.waitForURL(card)
  await page.frameLocator('iframe').getByLabel('Card number').waitFor()

  await page.getByLabel('Name on card').fill('Ben Marsh')
  await page.keyboard.press('Enter')
  await page.getByText('Your card was declined.').waitFor()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.waitForURL(/\/payments\?payment=/)
  await page.getByText('Payment successful').first().waitFor()
  expect(await hasStripe(page)).toBe(false)
  expect(await client.ask(payments.list, {})).toMatchObject([{ status: 'completed', isTest: true }])

  // What is paid has no form, and loads nothing.
  await page.goto(card)
  await page.getByText('This has been paid').waitFor()
  expect(await hasStripe(page)).toBe(false)
})

test('where Stripe can’t be reached the form says so, and nothing is lost; to others the payment does not exist', async ({
  visit,
}) => {
  const client = await visit({ awaited: [/js\.stripe\.com/] })
  await client.context.route('https://js.stripe.com/**', (route) => route.abort('blockedbyclient'))
  await client.signUp()
  const fees = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'payment')
  if (!fees) throw new Error('the template asks for no payment')
  const { id: taskId, amount } = fees
  const input = { taskId, amount: amount ?? 0, currency: 'GBP', paymentMethod: 'card' } as const
  const { continueAt = '' } = await client.ask(payments.pay, input)
  await client.page.goto(continueAt)
  await client.page.getByText("The card form couldn't be loaded").waitFor()
  await routeStripe(client)
  await client.page.getByRole('button', { name: 'Try again' }).click()
  await client.page.frameLocator('iframe').getByLabel('Card number').waitFor()

  const other = await visit({ awaited: [/status of 404/] })
  await other.signUp()
  await other.page.goto(continueAt)
  await other.page.getByText("We couldn't find that payment.").waitFor()
})
