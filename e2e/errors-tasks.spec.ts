import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { answerWith, failures, foreign, noConnection, refusal } from './failed-answers.ts'
import { journeys, type Visit, type VisitOptions } from './journey.ts'
import { chooseFile, send, upload } from './page-actions/documents.ts'
import { fillRisk } from './page-actions/forms.ts'
import { fillBank, fillCard, pay } from './page-actions/money.ts'
import { expectTaken, expectToast } from './page-actions/seen.ts'
import { openTask } from './page-actions/tasks.ts'
import { photograph, statement } from './test-documents.ts'

const test = journeys()

type Visiting = (options?: VisitOptions) => Promise<Visit>
const onDashboard = async (visit: Visiting, facts = {}) => {
  const visited = await visit({ awaited: failures })
  await visited.signUp(facts)
  await visited.page.goto('/')
  return visited
}

test('an upload that fails says why, and its progress starts over', async ({ visit }) => {
  const { page } = await onDashboard(visit)
  const dialog = await openTask(page, 'Upload proof of address', 'Upload')
  await send(dialog)
  const missing = { title: 'No file selected', description: 'Please select a file to upload.' }
  await (await expectToast(page, missing)).close()
  await chooseFile(dialog, await statement())
  const cases = [
    { answer: foreign(500, 'It broke'), description: '500: It broke' },
    { answer: foreign(500), description: '500: Internal Server Error' },
    { answer: 'nothing' as const, description: noConnection },
    { answer: refusal('too_large', 'This file is too large.'), description: 'This file is too large.' },
  ]
  for (const { answer, description } of cases) {
    const undo = await answerWith(page, documents.upload, answer)
    await send(dialog)
    await (await expectToast(page, { title: 'Upload failed', description })).close()
    expect(await dialog.getByRole('progressbar').count()).toBe(0)
    await undo()
  }
  // After a refusal another file can be chosen; after any other failure the same file could be sent again.
  await chooseFile(dialog, await statement())
  await send(dialog)
  // The client's address is not known yet, so the statement's address is not compared.
  await expectToast(page, { title: 'Document uploaded successfully' })
})

test('a file of another kind, or a larger one, is refused before it is sent', async ({ visit }) => {
  const { page } = await onDashboard(visit)
  const dialog = await openTask(page, 'Upload proof of address', 'Upload')
  const text = { name: 'letter.docx', mimeType: 'application/msword', buffer: Buffer.from('a letter') }
  await chooseFile(dialog, text)
  const kinds = { title: 'Invalid file type', description: 'Please upload a JPG, PNG, or PDF file' }
  await (await expectToast(page, kinds)).close()
  const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) }
  await chooseFile(dialog, large)
  await expectToast(page, { title: 'File too large', description: 'Please select a file smaller than 10MB' })
})

test('a document that does not fit shows its first issue, and how many more there are', async ({ visit }) => {
  const { page } = await onDashboard(visit, { firstName: 'Bela', lastName: 'Kovacs' })
  const dialog = await openTask(page, 'Upload proof of address', 'Upload')
  await upload(dialog, await statement({ name: 'old.pdf', age: 400 }))
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  const issues = toast.filter({ hasText: 'Document Validation Issues' })
  await issues.getByText(/^This is in the name of .+ \(\+\d more\)$/).waitFor()
})

test('the documents page tells of uploads and deletions, and of those that fail', async ({ visit }) => {
  const { page, signUp } = await visit({ awaited: failures })
  await signUp()
  await page.goto('/documents')
  await page.getByRole('button', { name: 'Upload Document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Document' })
  await dialog.getByLabel('Document Type').selectOption('Upload proof of identity')
  const undoUpload = await answerWith(page, documents.upload, foreign(413, 'Request Entity Too Large'))
  await chooseFile(dialog, await photograph('me.jpg'))
  await send(dialog)
  const failed = { title: 'Upload failed', description: '413: Request Entity Too Large' }
  await (await expectToast(page, failed)).close()
  await undoUpload()
  await send(dialog)
  await expectTaken(page, 'Document Validation Issues')
  await dialog.getByRole('button', { name: 'Keep this one anyway' }).click()

  const ask = page.getByRole('alertdialog', { name: 'Delete document' })
  const deleteIt = async () => {
    await page.getByRole('button', { name: 'Delete me.jpg' }).click()
    await ask.getByText(question, { exact: true }).waitFor()
    await ask.getByRole('button', { name: 'Delete' }).click()
  }
  const undoDelete = await answerWith(page, documents.remove, foreign(500, 'It broke'))
  await deleteIt()
  await expectToast(page, { title: 'Delete failed', description: '500: It broke' })
  await undoDelete()
  await deleteIt()
  await expectToast(page, { title: 'Document deleted' })
  await page.getByText('No documents yet').waitFor()
})

const question =
  'Are you sure you want to delete this document? This action cannot be undone and will permanently remove me.jpg.'

test('a payment that fails says why, and may be tried again', async ({ visit }) => {
  const { page } = await onDashboard(visit)
  const dialog = await openTask(page, 'Pay search fees', 'Pay Now')
  await fillCard(dialog, { number: '4242424242424242' })
  const cases = [
    { answer: foreign(500, 'It broke'), description: '500: It broke' },
    { answer: refusal('declined', 'Not enough money.'), description: 'Not enough money.' },
    { answer: 'nothing' as const, description: noConnection },
  ]
  for (const { answer, description } of cases) {
    const undo = await answerWith(page, payments.pay, answer)
    await pay(dialog)
    await (await expectToast(page, { title: 'Payment failed', description })).close()
    await undo()
  }
  await dialog.getByText("you won't be charged twice", { exact: false }).waitFor()
  await pay(dialog)
  await expectToast(page, { title: 'Payment successful' })
})

test('a card is held to the rules of the task dialog, told as toasts one at a time', async ({ visit }) => {
  const { page } = await onDashboard(visit)
  const dialog = await openTask(page, 'Pay search fees', 'Pay Now')
  const cases = [
    { card: { number: '4242' }, description: 'Please enter a valid 16-digit card number' },
    { card: { holder: '' }, description: 'Please enter the cardholder name' },
    { card: { expiry: '1' }, description: 'Please enter a valid expiry date (MM/YY)' },
    { card: { code: '12' }, description: 'Please enter a valid security code' },
  ]
  for (const { card, description } of cases) {
    await fillCard(dialog, { number: '4242424242424242', ...card })
    await pay(dialog)
    await (await expectToast(page, { title: 'Please check your card', description })).close()
  }
})

test('a card is held to the rules of the payments page, told under its fields', async ({ visit }) => {
  const { page, signUp } = await visit({ awaited: failures })
  await signUp()
  await page.goto('/payments')
  await page.getByRole('button', { name: 'Make Payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make Payment' })
  await fillCard(dialog, { number: '4242', holder: 'A', expiry: '13/30', code: '1' })
  await pay(dialog)
  for (const words of cardOnPage) await dialog.getByText(words, { exact: true }).waitFor()
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('£342.50')
  await dialog.getByRole('button', { name: 'Google Pay' }).click()
  await expectToast(page, { title: 'Payment successful' })
  await page.getByText('Paid £342.50').waitFor()
})

const cardOnPage = [
  'Card number must be 16 digits',
  'Cardholder name is required',
  'Expiry date must be in MM/YY format',
  'CVC must be 3 or 4 digits',
]

test('a verification without an answer is not called failed, and can be sent again', async ({ visit }) => {
  const { page } = await onDashboard(visit)
  const dialog = await openTask(page, 'Verify your bank account', 'Complete')
  await fillBank(dialog, { sortCode: '089999', accountNumber: '66374958' })
  await dialog.getByRole('button', { name: 'Start verification' }).click()
  const undo = await answerWith(page, identity.complete, foreign(503, 'Try later'))
  await dialog.getByRole('button', { name: 'Complete verification' }).click()
  await dialog.getByText('Your details haven’t arrived yet').waitFor()
  expect(await page.getByText('Verification failed').count()).toBe(0)
  await undo()
  await dialog.getByRole('button', { name: 'Complete verification' }).click()
  await expectToast(page, { title: 'Verification completed' })
})

test('a form that cannot be submitted says why, and loses nothing', async ({ visit }) => {
  const { page } = await onDashboard(visit)
  const dialog = await openTask(page, 'Risk Assessment', 'Complete')
  await fillRisk(dialog)
  await dialog.getByLabel(/I accept the privacy policy/).check()
  await dialog.getByLabel(/I declare that my answers/).check()
  const undo = await answerWith(page, forms.complete, foreign(500, 'It broke'))
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, { title: 'Submission failed', description: '500: It broke' })
  await undo()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, { title: 'Form submitted successfully' })
})

test('a task of an unknown kind asks to contact support', async ({ visit }) => {
  const { page, ask, signUp } = await visit()
  await signUp()
  await withAnswer(page, ask, (list) => [{ ...list[0], category: 'astrology', kind: 'horoscope' }])
  await page.goto('/')
  const dialog = await openTask(page, 'Upload proof of identity', 'Complete')
  await dialog.getByText('Unknown task type. Please contact support.', { exact: true }).waitFor()
})

test('a dashboard that cannot be loaded says so, and can be tried again', async ({ visit }) => {
  const { page, signUp } = await visit({ awaited: failures })
  await signUp()
  const undo = await answerWith(page, tasks.list, foreign(500, 'It broke'))
  await page.goto('/')
  await page.getByText('Error loading data. Please try again later.', { exact: true }).waitFor()
  await undo()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('0/9 Complete').waitFor()
})

/** Lists the tasks as another version of the portal might. */
const withAnswer = async (page: Page, ask: Visit['ask'], change: (list: object[]) => object[]) => {
  const listed = JSON.parse(JSON.stringify(await ask(tasks.list, {})))
  const body = JSON.stringify(change(listed))
  await answerWith(page, tasks.list, { status: 200, contentType: 'application/json', body })
}
