// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cardPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Payment, payments } from '#contract/payments/payments.ts'
import { answer, asksBeforeUnload, show, stubCanvas } from '#web/testing.tsx'
import { CardPage } from './card-page.tsx'
import { feesOf, hosted, paymentOf, portalWith } from './testing.ts'

const begun = paymentOf(1, { status: 'open', receiptNumber: null, completedAt: null })
const secret = 'pi_1_secret_1'
const form = { clientSecret: secret, publishableKey: 'pk_test_1' }

type StripeResult = { error?: { type: string; code?: string; message?: string } }
/** Of this test: the loader keeps the script that it was given first. */
let opened: () => object
/** Stripe's script, at its edge: what it was asked to show, and how it ends. */
const openStripe = () => {
  const shown: { options: unknown; confirmed: unknown[]; updates: unknown[] } = {
    options: null,
    confirmed: [],
    updates: [],
  }
  const heard = new Map<string, (event: unknown) => void>()
  const ends: StripeResult[] = []
  const element = {
    on: (type: string, hear: (event: unknown) => void) => heard.set(type, hear),
    mount: (place: HTMLElement) => place.append(document.createElement('iframe')),
    destroy: () => {},
  }
  opened = () => ({
    elements: (options: unknown) => {
      shown.options = options
      return {
        create: () => element,
        submit: async () => ({}),
        update: (options: unknown) => void shown.updates.push(options),
      }
    },
    confirmPayment: async (options: { confirmParams: unknown; redirect: string }) => {
      shown.confirmed.push(options.confirmParams)
      return ends.shift() ?? {}
    },
  })
  vi.stubGlobal('Stripe', () => opened())
  return {
    shown,
    ends,
    tell: (type: string, event: unknown = {}) => act(async () => heard.get(type)?.(event)),
  }
}

beforeEach(() =>
  stubCanvas({ fillRect: () => {}, getImageData: () => ({ data: [1, 2, 3, 255] }), fillStyle: '' }),
)
afterEach(() => {
  vi.unstubAllGlobals()
  for (const script of document.querySelectorAll('script')) script.remove()
})

const watchLeaving = () => {
  const left: string[] = []
  vi.stubGlobal('location', {
    ...location,
    origin: 'https://portal.example',
    assign: (url: string) => void left.push(url),
    reload: () => void left.push('again'),
  })
  return left
}

const page = (give: () => { payment: Payment; form: typeof form | null }, made: Payment[] = [begun]) =>
  show(
    <Routes>
      <Route path="/payments/card/:id" element={<CardPage />} />
    </Routes>,
    [...portalWith({ due: [feesOf(1)], made, processor: hosted }), answer(payments.form, give)],
    { at: cardPath(begun.id) },
  )

// First: once Stripe's script is there, its loader asks for no other.
test('Stripe’s script blocked or offline is said in a sentence, with a way back and again', async () => {
  const left = watchLeaving()
  page(() => ({ payment: begun, form }))
  // Its loader tries twice.
  for (const _ of [1, 2]) {
    const script = await waitFor(() => {
      const found = document.querySelector('script')
      if (!found) throw new Error('no script was asked for')
      return found
    })
    expect(script.src).toMatch(/^https:\/\/js\.stripe\.com\/\w+\/stripe\.js\?advancedFraudSignals=false$/)
    await act(async () => script.dispatchEvent(new Event('error')))
  }
  expect(await screen.findByText("The card form couldn't be loaded")).toBeInTheDocument()
  expect(screen.getByText(/nothing is lost/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to payments' })).toHaveAttribute('href', '/payments')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(left).toEqual(['again'])
})

test('the form of Stripe opens with the payment’s own secret, and paying leads to where the portal asks what became of it', async () => {
  const left = watchLeaving()
  const { shown, tell } = openStripe()
  page(() => ({ payment: begun, form }))
  expect(await screen.findByText('£342.50')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Pay £342.50' })).not.toBeInTheDocument()
  await waitFor(() => expect(shown.options).toMatchObject({ clientSecret: secret }))
  await tell('ready')
  await userEvent.type(screen.getByLabelText('Name on card'), 'Ben Marsh{Enter}')
  const back = `/payments?payment=${begun.id}&returned=1`
  await expect.poll(() => left).toEqual([back])
  expect(shown.confirmed).toEqual([
    {
      return_url: `https://portal.example${back}`,
      payment_method_data: { billing_details: { name: 'Ben Marsh' } },
    },
  ])
  expect(document.querySelector('script')).toBeNull()
})

test('a card needs a name on it, and a wallet brings its own', async () => {
  const left = watchLeaving()
  const { shown, tell } = openStripe()
  page(() => ({ payment: begun, form }))
  await screen.findByText('£342.50')
  await waitFor(() => expect(shown.options).not.toBeNull())
  await tell('ready')
  await userEvent.click(screen.getByRole('button', { name: 'Pay £342.50' }))
  expect(await screen.findByText('Please enter the name on your card')).toBeInTheDocument()
  expect(shown.confirmed).toEqual([])
  await tell('change', { value: { type: 'apple_pay' } })
  expect(screen.queryByLabelText('Name on card')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Pay £342.50' }))
  await expect.poll(() => left).toHaveLength(1)
  expect(shown.confirmed).toEqual([{ return_url: expect.any(String) }])
})

test('a declined card is told in Stripe’s own sentence, and another can be tried at once', async () => {
  const left = watchLeaving()
  const { shown, ends, tell } = openStripe()
  ends.push({ error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } })
  page(() => ({ payment: begun, form }))
  await waitFor(() => expect(shown.options).not.toBeNull())
  await tell('ready')
  await userEvent.type(screen.getByLabelText('Name on card'), 'Ben Marsh{Enter}')
  expect(await screen.findByText('Your card was declined.')).toBeInTheDocument()
  expect(left).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Pay £342.50' }))
  await expect.poll(() => left).toHaveLength(1)
  expect(screen.queryByText('Your card was declined.')).not.toBeInTheDocument()
})

test('no answer from Stripe says that trying again is safe; paid in another tab leads on', async () => {
  const left = watchLeaving()
  const { shown, ends, tell } = openStripe()
  ends.push(
    { error: { type: 'api_connection_error', message: 'technical words' } },
    { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } },
  )
  page(() => ({ payment: begun, form }))
  await waitFor(() => expect(shown.options).not.toBeNull())
  await tell('ready')
  await userEvent.type(screen.getByLabelText('Name on card'), 'Ben Marsh{Enter}')
  expect(await screen.findByText(/didn't hear back from Stripe/)).toBeInTheDocument()
  expect(screen.queryByText('technical words')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Pay £342.50' }))
  await expect.poll(() => left).toHaveLength(1)
})

test.each([
  ['completed', 'This has been paid'],
  ['checking', 'We are checking your payment'],
  ['failed', 'This payment page has closed'],
  ['disputed', "You don't need to pay again"],
] as const)('a payment that is %s shows no form and loads nothing of Stripe', async (status, words) => {
  page(() => ({ payment: { ...begun, status }, form: null }), [{ ...begun, status }])
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(document.querySelector('script, iframe')).toBeNull()
  expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument()
})

test('somebody else’s payment is not found', async () => {
  page(() => {
    throw new Problem('not_found', "We couldn't find that payment.")
  }, [])
  expect(await screen.findByText("We couldn't find that payment.")).toBeInTheDocument()
})

test('the form follows the portal into the dark and back', async () => {
  watchLeaving()
  const { shown } = openStripe()
  page(() => ({ payment: begun, form }))
  await waitFor(() => expect(shown.options).toMatchObject({ appearance: { theme: 'stripe' } }))
  document.documentElement.dataset.theme = 'dark'
  await waitFor(() => expect(shown.updates).toMatchObject([{ appearance: { theme: 'night' } }]))
  document.documentElement.dataset.theme = 'light'
  await waitFor(() => expect(shown.updates).toHaveLength(2))
})

test('a typed name on the card is not lost without a question, and none stands in the way of paying', async () => {
  const left = watchLeaving()
  const { tell } = openStripe()
  page(() => ({ payment: begun, form }))
  await screen.findByText('£342.50')
  await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull())
  await tell('ready')
  expect(asksBeforeUnload()).toBe(false)
  await userEvent.type(await screen.findByLabelText('Name on card'), 'Amara Okafor')
  expect(asksBeforeUnload()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Pay £342.50' }))
  await waitFor(() => expect(left).toHaveLength(1))
  expect(asksBeforeUnload()).toBe(false)
})
