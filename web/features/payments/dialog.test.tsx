// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { chargedBackWords, checkingWords, type Payment, payments } from '#contract/payments/payments.ts'
import type { Task } from '#contract/tasks.ts'
import { answer, show } from '#web/testing.tsx'
import { PaymentTask } from './dialog.tsx'
import { feesOf, paymentOf, portalWith, watchPayments } from './testing.ts'

type Give = Parameters<typeof answer<typeof payments.pay>>[1]

const open = (facts: { task?: Task; made?: Payment[] } = {}, give?: Give) => {
  const { task = feesOf(1), made = [] } = facts
  const calls = { close: vi.fn<() => void>(), done: vi.fn<() => void>() }
  show(<PaymentTask task={task} {...calls} />, [
    ...portalWith({ due: [task], made }),
    ...(give ? [answer(payments.pay, give)] : []),
  ])
  return { ...calls, sent: watchPayments(), user: userEvent.setup() }
}
const payButton = () => screen.findByRole('button', { name: 'Pay £342.50' })
const complaint = () => document.querySelector('[aria-invalid="true"]')?.getAttribute('data-field')

afterEach(() => vi.useRealTimers())

test('wrong card details are told as destructive toasts, one after the other, at their field', async () => {
  const { sent, user } = open()
  const pay = await payButton()
  const steps = [
    ['cardNumber', 'Please enter a valid 16-digit card number', 'Card number', '4242424242424242'],
    ['cardholderName', 'Please enter the cardholder name', 'Cardholder name', 'B'],
    ['expiryDate', 'Please enter a valid expiry date (MM/YY)', 'Expiry date', '1235'],
    ['cvc', 'Please enter a valid security code', 'CVC', '123'],
  ] as const
  for (const [name, words, label, typed] of steps) {
    await user.click(pay)
    const toasts = await screen.findAllByText('Please check your card')
    expect(toasts.at(-1)?.parentElement?.textContent).toContain(words)
    expect(complaint()).toBe(name)
    await user.type(screen.getByLabelText(label), typed)
  }
  expect(complaint()).toBeUndefined()
  expect(sent).toEqual([])
})

test('a number with a wrong digit and a card of last year are refused before anything is sent', async () => {
  const { sent, user } = open()
  await user.type(await screen.findByLabelText('Card number'), '4242424242424241')
  await user.type(screen.getByLabelText('Cardholder name'), 'Amara Okafor')
  await user.type(screen.getByLabelText('Expiry date'), '0120')
  await user.type(screen.getByLabelText('CVC'), '123')
  await user.click(await payButton())
  expect((await screen.findAllByText(/This card number is incorrect/)).length).toBeGreaterThan(0)
  expect(screen.getByText(/This card has expired/)).toBeInTheDocument()
  expect(sent).toEqual([])
})

test('a task whose payment was charged back is not said to be paid', async () => {
  const task = feesOf(1, { status: 'completed' })
  open({ task, made: [paymentOf(1, { status: 'charged_back', reason: chargedBackWords })] })
  expect(await screen.findByText(chargedBackWords)).toBeInTheDocument()
  expect(screen.queryByText('This has been paid.')).not.toBeInTheDocument()
})

test('the amount due is shown and cannot be typed', async () => {
  open()
  expect((await screen.findByText('Amount due')).parentElement?.textContent).toContain('£342.50')
  expect(screen.queryByLabelText(/amount/i)).not.toBeInTheDocument()
})

test('the published test cards fill the form, and the card pays the task', async () => {
  const { done, sent, user } = open({}, () => paymentOf(1))
  await user.click(await screen.findByText(/Demo: no money moves/))
  await user.click(screen.getByRole('button', { name: 'Use 4000 0000 0000 0002' }))
  await user.click(await payButton())
  expect(await screen.findByText('Payment successful')).toBeInTheDocument()
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ paymentToken: 'sandbox_declined' })
  expect(sent[0]?.body).not.toContain('4000')
})

test('a wallet asks for no card', async () => {
  const { sent, done, user } = open({}, () => paymentOf(1, { paymentMethod: 'google_pay' }))
  await user.click(await screen.findByRole('radio', { name: 'Google Pay' }))
  expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument()
  await user.click(await payButton())
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ paymentToken: 'sandbox_google_pay' })
})

test('a refusal is a toast with the words of the server, and the task stays open', async () => {
  const words = 'The amount has changed since you opened this page. Please check it again before you pay.'
  const { done, user } = open({}, () => {
    throw new Problem('unprocessable', words, { reason: 'amount_mismatch', fields: { amount: 'no' } })
  })
  await user.click(await screen.findByRole('radio', { name: 'Apple Pay' }))
  await user.click(await payButton())
  expect(await screen.findByText('Payment failed')).toBeInTheDocument()
  // In the toast, and in the dialog after the toast has gone.
  expect(screen.getAllByText(words)).toHaveLength(2)
  expect(screen.getByText(/^No money was taken/)).toBeInTheDocument()
  expect(done).not.toHaveBeenCalled()
})

test('beside another payment, nothing but its own words says what became of the money', async () => {
  const words = 'Another payment for this was in progress, and did not go through. It is due back to you.'
  const { user } = open({}, () => {
    throw new Problem('conflict', words, { reason: 'payment_refused' })
  })
  await user.click(await screen.findByRole('radio', { name: 'Apple Pay' }))
  await user.click(await payButton())
  expect(await screen.findByText('What you typed is still here.')).toBeInTheDocument()
  expect(screen.queryByText(/No money was taken/)).not.toBeInTheDocument()
})

test('while the bank is slow the button stays busy and the words say that leaving is safe', async () => {
  open({}, () => new Promise<never>(() => {}))
  fireEvent.click(await screen.findByRole('radio', { name: 'Apple Pay' }))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(await payButton())
  expect(await screen.findByText(/We are asking your bank/)).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  expect(screen.getByText(/You can wait or leave this page/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Asking your bank…' })).toHaveAttribute('aria-busy', 'true')
})

test('a declined card leaves what was typed, so that only what is wrong is typed again', async () => {
  const state = { due: [feesOf(1)], made: [] as Payment[] }
  show(<PaymentTask task={feesOf(1)} close={() => {}} done={() => {}} />, [
    ...portalWith(state),
    answer(payments.pay, () => {
      state.made = [paymentOf(1, { status: 'declined', reason: 'Declined.', receiptNumber: null })]
      throw new Problem('declined', 'Your bank declined this card.', { reason: 'declined' })
    }),
  ])
  const user = userEvent.setup()
  await user.click(await screen.findByText(/Demo: no money moves/))
  await user.click(screen.getByRole('button', { name: 'Use 4000 0000 0000 0002' }))
  await user.click(await payButton())
  await waitFor(() => expect(screen.getAllByText('Your bank declined this card.')).toHaveLength(2))
  expect(screen.getByLabelText('Card number')).toHaveValue('4000 0000 0000 0002')
})

test('while the answer is awaited the form stays, though the list knows of the payment already', async () => {
  const state = { due: [feesOf(1)], made: [] as Payment[] }
  const { cache } = show(<PaymentTask task={feesOf(1)} close={() => {}} done={() => {}} />, [
    ...portalWith(state),
    answer(payments.pay, () => new Promise<never>(() => {})),
  ])
  fireEvent.click(await screen.findByRole('radio', { name: 'Apple Pay' }))
  fireEvent.click(await payButton())
  await screen.findByRole('button', { name: 'Asking your bank…' })
  state.made = [paymentOf(1, { status: 'checking', reason: checkingWords })]
  await act(() => cache.invalidateQueries())
  expect(screen.getByRole('button', { name: 'Asking your bank…' })).toBeInTheDocument()
  expect(screen.queryByText(checkingWords, { exact: false })).not.toBeInTheDocument()
})

test('what was typed stays after a refusal, though the list still tells that the payment is being checked', async () => {
  const state = { due: [feesOf(1)], made: [] as Payment[] }
  const refused = Promise.withResolvers<void>()
  const listed = Promise.withResolvers<Payment[]>()
  const lists = [() => state.made, () => state.made, () => listed.promise]
  const { cache } = show(<PaymentTask task={feesOf(1)} close={() => {}} done={() => {}} />, [
    answer(payments.list, () => (lists.shift() ?? (() => state.made))()),
    ...portalWith(state),
    answer(payments.pay, async () => {
      await refused.promise
      throw new Problem('declined', 'Your bank declined this card.', { reason: 'declined' })
    }),
  ])
  fireEvent.click(await screen.findByText(/Demo: no money moves/))
  fireEvent.click(screen.getByRole('button', { name: 'Use 4000 0000 0000 0002' }))
  fireEvent.click(await payButton())
  await screen.findByRole('button', { name: 'Asking your bank…' })
  state.made = [paymentOf(1, { status: 'checking', reason: checkingWords })]
  await act(() => cache.invalidateQueries())
  refused.resolve()
  await expect.poll(() => lists.length).toBe(0)
  await act(async () => {
    state.made = [paymentOf(1, { status: 'declined', reason: 'Declined.', receiptNumber: null })]
    listed.resolve(state.made)
  })
  await waitFor(() => expect(screen.getAllByText('Your bank declined this card.')).toHaveLength(2))
  expect(screen.getByLabelText('Card number')).toHaveValue('4000 0000 0000 0002')
})

test('a payment that is being checked asks for nothing', async () => {
  open({ made: [paymentOf(1, { status: 'checking', reason: checkingWords })] })
  expect(await screen.findByText(checkingWords, { exact: false })).toBeInTheDocument()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('a completed payment shows its receipt', async () => {
  open({ task: feesOf(1, { status: 'completed' }), made: [paymentOf(1)] })
  expect(await screen.findByText('HR-2026-000007')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Download PDF' })).toBeInTheDocument()
})
