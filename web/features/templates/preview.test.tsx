// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, press, step } from './testing.tsx'

test('the preview of a payment says its amount wherever its words name it, in the list and opened', async () => {
  const description = 'The valuer charges {amount}. Once paid, {amount} goes to them.'
  open(step('fee', { asks: 'payment', amount: 34_250, account: 'client', description }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Preview' }))
  const words = 'The valuer charges £342.50. Once paid, £342.50 goes to them.'
  expect(await screen.findByText(words)).toBeVisible()
  await press('Pay Now')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send fee' }))
  expect(dialog.getByText(words)).toBeVisible()
})
