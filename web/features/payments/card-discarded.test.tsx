// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { payments } from '#contract/payments/payments.ts'
import { answer, asksBeforeUnload, scrimOf, show } from '#web/testing.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PaymentTask } from './dialog.tsx'
import { PaymentsPage } from './page.tsx'
import { feesOf, paymentOf, portalWith } from './testing.ts'

const fees = feesOf(1)
const user = userEvent.setup()
const button = (name: string) => screen.findByRole('button', { name })
const question = () => screen.findByRole('alertdialog', { name: 'Leave without paying?' })
const answerWith = async (name: string) => user.click(within(await question()).getByRole('button', { name }))

const openPage = async () => {
  show(<PaymentsPage />, portalWith({ due: [fees], made: [] }), { at: '/payments' })
  await user.click(await button('Make Payment'))
  return screen.findByLabelText('Card number')
}

const openTask = async (answers = [] as ReturnType<typeof answer>[]) => {
  const close = vi.fn<() => void>()
  show(
    <Dialog open onOpenChange={close} title={fees.title}>
      <PaymentTask task={fees} close={close} done={() => {}} />
    </Dialog>,
    [...portalWith({ due: [fees], made: [] }), ...answers],
  )
  await screen.findByLabelText('Card number')
  return close
}

const ways: [string, () => Promise<void>][] = [
  ['Escape', () => user.keyboard('{Escape}')],
  ['Close', async () => user.click(await button('Close'))],
  ['a press beside it', async () => user.click(scrimOf(await screen.findByRole('dialog')))],
]

test.each(ways)('typed card details are not lost by %s without being asked', async (_, leave) => {
  await user.type(await openPage(), '4242')
  expect(asksBeforeUnload()).toBe(true)
  await leave()
  await answerWith('Keep editing')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByLabelText('Card number')).toHaveValue('4242')
  await leave()
  await answerWith('Discard details')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asksBeforeUnload()).toBe(false)
})

test.each(ways)('a payment dialog in which nothing was typed closes by %s at once', async (_, leave) => {
  await openPage()
  await leave()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('Cancel of a payment asks before the typed name is lost, and closes at once without one', async () => {
  const close = await openTask()
  await user.click(await button('Cancel'))
  expect(close).toHaveBeenCalledOnce()
  await user.type(screen.getByLabelText('Cardholder name'), 'Amara')
  await user.click(await button('Cancel'))
  await question()
  expect(close).toHaveBeenCalledOnce()
  await answerWith('Discard details')
  expect(close).toHaveBeenCalledTimes(2)
})

test('a payment dialog is left without a question while the bank is asked: the details have been used', async () => {
  const bank = Promise.withResolvers<void>()
  const close = await openTask([
    answer(payments.pay, async () => {
      await bank.promise
      return paymentOf(1)
    }),
  ])
  await user.type(screen.getByLabelText('Card number'), '4242424242424242')
  await user.type(screen.getByLabelText('Cardholder name'), 'Amara Okafor')
  await user.type(screen.getByLabelText('Expiry date'), '1235')
  await user.type(screen.getByLabelText('CVC'), '123')
  await user.click(await button('Pay £342.50'))
  await screen.findByText(/We are asking your bank/)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(close).toHaveBeenCalledOnce()
  bank.resolve()
  expect(await screen.findByText('Payment successful')).toBeVisible()
})
