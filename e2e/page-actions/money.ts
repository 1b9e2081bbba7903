import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { expectNotice, expectToast } from './seen.ts'
import { expectCompleted, openTask } from './tasks.ts'

/** Pays with a declined card first, then with a good one, and checks the receipt. */
export async function payByCard(page: Page) {
  const title = 'Pay search fees'
  const dialog = await openTask(page, title, 'Pay Now')
  await dialog.getByText('£342.50').first().waitFor()
  await fillCard(dialog, { number: '4000000000000002' })
  await pay(dialog)
  const declined = 'Your bank declined this card. Please use another card, or ask your bank why.'
  const refusal = await expectToast(page, { title: 'Payment failed', description: declined })
  await refusal.close()
  await fillCard(dialog, { number: '4242424242424242' })
  await pay(dialog)
  const paid = 'Your payment has been processed successfully.'
  await expectToast(page, { title: 'Payment successful', description: paid })
  await expectNotice(page, 'Task Completed', `You have successfully completed: ${title}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Receipt \S+\.pdf$/)
  await dialog.getByRole('button', { name: 'Close' }).click()
}

/** Enters an impossible account, which is refused with a message, and then corrects it. */
export async function verifyBank(page: Page) {
  const title = 'Verify your bank account'
  const dialog = await openTask(page, title, 'Complete')
  const start = dialog.getByRole('button', { name: 'Start verification' })
  expect(await start.isDisabled()).toBe(true)
  await fillBank(dialog, { sortCode: '089999', accountNumber: '66374959' })
  await start.click()
  await dialog.getByRole('button', { name: 'Complete verification' }).click()
  const words =
    'This sort code and account number do not belong together. Please check both against your bank card or a statement.'
  await expectToast(page, { title: 'Verification failed', description: words })
  await dialog.getByText('Please check the account number').waitFor()
  await fillBank(dialog, { sortCode: '089999', accountNumber: '66374958' })
  await start.click()
  await dialog.getByText('08-99-99').waitFor()
  await dialog.getByRole('button', { name: 'Complete verification' }).click()
  await expectToast(page, { title: 'Verification completed' })
  await dialog.getByText('Sort code and account number checked', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectCompleted(page, title)
}

/** Verifies the identity of a client who has uploaded an identity document. */
export async function checkIdentity(page: Page) {
  const title = 'Verify your identity'
  const dialog = await openTask(page, title, 'Complete')
  const start = dialog.getByRole('button', { name: 'Start verification' })
  expect(await start.isDisabled()).toBe(true)
  await dialog.getByRole('radio', { name: 'Passport' }).check()
  await start.click()
  await dialog.getByRole('progressbar', { name: 'Preparing your details' }).waitFor()
  await dialog.getByRole('button', { name: 'Complete verification' }).click()
  await expectToast(page, { title: 'Verification completed' })
  await dialog
    .getByText(/^(Verified|We'll check this)$/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectCompleted(page, title)
}

export interface TypedCard {
  number: string
  holder?: string
  expiry?: string
  code?: string
}

/** A date at which no test card has expired. */
const goodUntil = `12/${String((new Date().getFullYear() + 3) % 100)}`

export async function fillCard(dialog: Locator, card: TypedCard) {
  const { number, holder = 'Amara Okafor', expiry = goodUntil, code = '123' } = card
  await dialog.getByLabel('Card number').fill(number)
  await dialog.getByLabel('Cardholder name').fill(holder)
  await dialog.getByLabel('Expiry date').fill(expiry)
  await dialog.getByLabel('CVC').fill(code)
}

export const pay = (dialog: Locator) => dialog.getByRole('button', { name: 'Pay £342.50' }).click()

export interface TypedAccount {
  accountNumber: string
  sortCode: string
}

export async function fillBank(dialog: Locator, { accountNumber, sortCode }: TypedAccount) {
  await dialog.getByLabel('Account name').fill('Amara Okafor')
  await dialog.getByLabel('Sort code').fill(sortCode)
  await dialog.getByLabel('Account number').fill(accountNumber)
  await dialog.getByLabel('Bank name').fill('Greyfriars Bank')
}
