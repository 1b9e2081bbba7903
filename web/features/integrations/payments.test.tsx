// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { bankPayments, type ProcessorSettings, paymentProcessor } from '#contract/payments/processor.ts'
import { answer, show } from '#web/testing.tsx'
import { PaymentsTab } from './parts/payments.tsx'

const off: ProcessorSettings = {
  isOn: false,
  hasSecretKey: false,
  hasWebhookSecret: false,
  mode: null,
  isFixed: false,
  webhookUrl: 'https://portal.example/api/payments/bank-events',
  events: [],
  lastEventAt: null,
  cardPlace: 'processor',
  publishableKey: null,
  isHeldBack: false,
}

const open = ({ stripe = off, gocardless = off } = {}) => {
  const inputs: unknown[] = []
  let shown = gocardless
  show(<PaymentsTab />, [
    answer(paymentProcessor.show, () => stripe),
    answer(bankPayments.show, () => shown),
    answer(bankPayments.test, (input) => {
      inputs.push(input)
      return [{ step: 'key' as const, state: 'good' as const, words: 'GoCardless accepts the access token.' }]
    }),
    answer(bankPayments.save, (input) => {
      if (!input.currentPassword)
        throw new Problem('forbidden', 'Please enter your current password.', {
          fields: { currentPassword: 'Current password is required' },
          reason: 'reauth_required',
        })
      if (input.secretKey === 'sandbox_other' && !input.leavesPayments)
        throw new Problem('conflict', 'These keys belong to another GoCardless account.', {
          reason: 'other_account',
        })
      inputs.push(input)
      shown = { ...off, isOn: input.isOn, hasSecretKey: true, hasWebhookSecret: true, mode: 'test' }
      return shown
    }),
  ])
  return { inputs, user: userEvent.setup() }
}
/** Enters the password in the dialog that asks for it. */
const confirm = async (user: ReturnType<typeof userEvent.setup>) => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the GoCardless settings' }))
  expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await user.type(dialog.getByLabelText('Your password'), 'my password')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('pay by bank is tested, switched on and saved with its own keys, which are not shown again', async () => {
  const { inputs, user } = open()
  expect(await screen.findByText('Sandbox: no money moves')).toBeVisible()
  const bank = await section('Pay by bank: GoCardless')
  await user.type(bank.getByLabelText('Access token'), 'sandbox_abc')
  await user.type(bank.getByLabelText('Webhook secret'), 'a-secret')
  await user.click(bank.getByRole('button', { name: 'Test the connection to GoCardless' }))
  expect(await bank.findByText('GoCardless accepts the access token.')).toBeVisible()
  await user.click(bank.getByRole('checkbox', { name: /^Let clients pay by bank/ }))
  await user.click(bank.getByRole('button', { name: 'Save GoCardless' }))
  await confirm(user)
  expect(await screen.findByText('On, test mode')).toBeVisible()
  expect(bank.getByLabelText('Access token')).toHaveValue('')
  const keys = { secretKey: 'sandbox_abc', webhookSecret: 'a-secret' }
  expect(inputs).toEqual([
    keys,
    { ...keys, isOn: true, currentPassword: 'my password', leavesPayments: false },
  ])
  expect(screen.queryByText('Sandbox: no money moves')).toBeNull()
})

test('what is in test mode beside real payments says that clients are not offered it', async () => {
  open({
    stripe: { ...off, isOn: true, mode: 'live' },
    gocardless: { ...off, isOn: true, mode: 'test', isHeldBack: true },
  })
  const bank = await section('Pay by bank: GoCardless')
  expect(bank.getByText("Clients aren't offered this yet")).toBeVisible()
  const cards = await section('Cards and wallets: Stripe')
  expect(cards.getByText('On, live mode')).toBeVisible()
})

test('keys of another account say what they leave open, and are only taken when that is meant', async () => {
  const { inputs, user } = open()
  const bank = await section('Pay by bank: GoCardless')
  await user.type(bank.getByLabelText('Access token'), 'sandbox_other')
  await user.click(bank.getByRole('button', { name: 'Save GoCardless' }))
  await confirm(user)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave payments unfinished?' }))
  expect(dialog.getByText('These keys belong to another GoCardless account.')).toBeVisible()
  expect(inputs).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Change the account anyway' }))
  await waitFor(() => expect(inputs).toMatchObject([{ secretKey: 'sandbox_other', leavesPayments: true }]))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the publishable key is optional until clients pay on the portal’s own page', async () => {
  const { user } = open()
  const cards = await section('Cards and wallets: Stripe')
  expect(cards.getByLabelText(/^Publishable key/)).not.toBeRequired()
  await user.click(cards.getByRole('radio', { name: /^On our page/ }))
  expect(cards.getByLabelText(/^Publishable key/)).toBeRequired()
  expect(cards.queryByText('(optional)')).not.toBeInTheDocument()
})
