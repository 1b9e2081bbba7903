import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { documentSandbox } from '#contract/document-sandbox.ts'
import { documents } from '#contract/documents/documents.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { answerWith, failures, foreign, refusal } from './failed-answers.ts'
import { journeys } from './journey.ts'
import { chooseFile } from './page-actions/documents.ts'
import { expectHeading, expectNoSidewaysScroll, expectToast } from './page-actions/seen.ts'
import { statement } from './test-documents.ts'

const test = journeys()
// Runs both devices at once.
test.describe.configure({ mode: 'parallel' })

const validate = (page: Page) => page.getByRole('button', { name: 'Validate document' }).click()
const status = (page: Page, word: string) => page.getByRole('main').getByText(word, { exact: true })

for (const device of ['desktop', 'phone'] as const)
  test(`the test tool reads a file and shows all that it found, on a ${device}`, async ({ visit }) => {
    const { page, ask, signUp } = await visit({ device })
    const { firstName, lastName, email } = await signUp()
    const home = { address: 'Flat 2, 12 Garden Street', city: 'London', postalCode: 'SW1A 1AA' }
    await ask(accounts.saveProfile, { firstName, lastName, email, ...home })
    await page.goto('/gbg-test')
    await expectHeading(page, 'Document validation test')
    await page.getByText('Simulation mode').waitFor()
    await page.getByLabel('Document type').selectOption('bank_statement')
    await chooseFile(page.getByRole('main'), await statement())
    await validate(page)

    await status(page, 'PASS').waitFor()
    await page.getByText('Okafor', { exact: true }).waitFor()
    const picture = page.getByRole('img', { name: 'Page 1 of the tested document' })
    await picture.waitFor()
    await expect.poll(() => page.locator('figure span[title]').count()).toBeGreaterThan(1)
    await expectNoSidewaysScroll(page)
    await expectAccessibleAsWorn(page, 'test tool')
    await chooseFile(page.getByRole('main'), await statement({ age: 400 }))
    await validate(page)
    await status(page, 'FAIL').waitFor()
    expect(await ask(documents.list, {})).toEqual([])
  })

test('a test that cannot be run says why', async ({ visit }) => {
  const { page, ask } = await visit({ awaited: failures })
  await ask(accounts.login, { username: 'admin', password: demoPassword })
  const undoKey = await answerWith(page, documentSandbox.checkKey, foreign(500, 'It broke'))
  await page.goto('/gbg-test')
  await expectToast(page, { title: 'Error checking GBG API configuration' })
  await page.getByText('Simulation mode').waitFor()
  await undoKey()
  await validate(page)
  await (await expectToast(page, { title: 'No image selected' })).close()
  const text = { name: 'letter.docx', mimeType: 'application/msword', buffer: Buffer.from('a letter') }
  await chooseFile(page.getByRole('main'), text)
  const kinds = { title: 'Invalid file type', description: 'Please upload a JPG, PNG, or PDF file' }
  await (await expectToast(page, kinds)).close()
  const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
  await chooseFile(page.getByRole('main'), large)
  await (
    await expectToast(page, { title: 'File too large', description: 'Maximum file size is 5MB' })
  ).close()
  await chooseFile(page.getByRole('main'), await statement())
  for (const { answer, description } of cases) {
    const undo = await answerWith(page, documentSandbox.run, answer)
    await validate(page)
    await (await expectToast(page, { title: 'Validation failed', description })).close()
    await undo()
  }
  await validate(page)
  await page.getByRole('heading', { name: 'Validation result' }).waitFor()
})

const cases = [
  { answer: foreign(502, 'Bad'), description: 'An error occurred while communicating with the server' },
  { answer: 'nothing' as const, description: 'An error occurred while communicating with the server' },
  { answer: refusal('internal', 'It broke.'), description: 'An error occurred during validation' },
  { answer: refusal('unprocessable', 'This file is empty.'), description: 'This file is empty.' },
]
