import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { documents } from '#contract/documents/documents.ts'
import { taskOf } from './arrange.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { answerWith, failures, foreign, noConnection, refusal } from './failed-answers.ts'
import { journeys } from './journey.ts'
import { chooseFile, type Paper } from './page-actions/documents.ts'
import { expectHeading, expectNoSidewaysScroll, expectPath, expectToast } from './page-actions/seen.ts'
import { passport, photograph, statement } from './test-documents.ts'

const test = journeys()

/** A freshly started inspector on a busy machine may give its verdict after the response. */
const reading = { timeout: 30_000 }

const main = (page: Page) => page.getByRole('main')
const typeBox = (page: Page) => main(page).getByLabel('Document type')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const send = async (page: Page, paper: Paper) => {
  await chooseFile(main(page), paper)
  await press(page, 'Upload Document')
}

for (const device of ['desktop', 'phone'] as const)
  test(`during onboarding, an identity document is uploaded and its task settled, on a ${device}`, async ({
    visit,
  }) => {
    const { page, ask, signUp } = await visit({ device })
    await signUp({ isNew: true })
    await page.goto('/id-verification')
    await main(page).getByRole('heading', { name: 'Verify Your Identity' }).waitFor()
    await page.locator('main a', { hasText: 'Continue' }).last().click()
    await expectPath(page, '/id-verification/upload')
    await expectHeading(page, 'Upload your identity document')
    await main(page).getByRole('link', { name: 'Back' }).click()
    await expectPath(page, '/id-verification')
    await page.goBack()
    await typeBox(page).selectOption('National ID Card')
    await send(page, await photograph('Mein Ausweis (1).jpg'))

    await main(page).getByText('Manual Review Required').waitFor(reading)
    await expectToast(page, { title: 'Document Not Verified' })
    expect(await typeBox(page).isDisabled()).toBe(true)
    await expectNoSidewaysScroll(page)
    await expectAccessibleAsWorn(page, 'identity upload')
    expect(await ask(documents.list, {})).toMatchObject([
      { filename: 'Mein_Ausweis__1_.jpg', documentType: 'identity' },
    ])
    expect(await taskOf(ask, 'proof_of_identity')).toMatchObject({ status: 'completed', outcome: 'review' })
    await press(page, 'Try Again with a Clearer Document')
    expect(await typeBox(page).isDisabled()).toBe(false)
    await seeOtherKind(page)
    await main(page).getByRole('link', { name: 'Continue to Next Step' }).click()
    // A new client who has not seen the welcome page gets it first.
    await expectPath(page, '/welcome')
  })

for (const device of ['desktop', 'phone'] as const)
  test(`a photographed passport is verified, and what was read is shown, on a ${device}`, async ({
    visit,
  }) => {
    const { page, ask, signUp } = await visit({ device })
    await signUp()
    await page.goto('/id-verification/upload')
    await send(page, await passport())

    await main(page).getByText('Document Verified Successfully').waitFor(reading)
    await main(page).locator('summary', { hasText: 'See what we read' }).click()
    const read = main(page).getByRole('region', { name: 'What we read' })
    for (const words of ['Amara Okafor', '17 April 1990', /^5334012\d\d$/, '30 June 2031'])
      await read.getByText(words, { exact: true }).waitFor()
    await main(page).getByRole('button', { name: 'Upload Another Document' }).waitFor()
    await correctName(page)
    await expectNoSidewaysScroll(page)
    expect(await taskOf(ask, 'proof_of_identity')).toMatchObject({ outcome: 'verified' })
    await main(page).getByRole('link', { name: 'Continue to Next Step' }).click()
    await expectPath(page, '/')
  })

async function correctName(page: Page) {
  await press(page, 'Correct a misread value')
  await main(page).getByLabel('Name, as the document says').fill('Amara Chidinma Okafor')
  await press(page, 'Save correction')
  await expectToast(page, { title: 'Correction saved' })
  await main(page).getByText('We read: Amara Okafor', { exact: true }).waitFor()
}

async function seeOtherKind(page: Page) {
  await send(page, await statement())
  await main(page).getByText('This looks like a bank statement, not what we asked for.').waitFor(reading)
  await main(page).getByRole('button', { name: 'Upload Another Document' }).waitFor()
  await main(page).getByRole('link', { name: 'Continue to Next Step' }).waitFor()
}

test('a passport of somebody else says whose it is, in no green, and asks for another first', async ({
  visit,
}) => {
  const { page, signUp } = await visit()
  await signUp({ firstName: 'Grace', lastName: 'Whitfield' })
  await page.goto('/id-verification/upload')
  await send(page, await passport())
  await main(page).getByText('This is in the name of Amara Okafor.').waitFor(reading)
  await main(page).getByRole('button', { name: 'Upload Another Document' }).waitFor()
  expect(await main(page).getByText('Document Verified Successfully').count()).toBe(0)
  expect(await main(page).locator('.bg-ok-tint').count()).toBe(0)
  expect(await main(page).innerText()).not.toContain('%')
  await expectAccessibleAsWorn(page, 'a document of somebody else')
})

test('an upload that the identity page cannot finish is told by its status', async ({ visit }) => {
  const { page, signUp } = await visit({ awaited: failures })
  await signUp()
  await page.goto('/id-verification/upload')
  const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
  await chooseFile(main(page), large)
  const description = 'Maximum file size is 5MB. Please choose a smaller file.'
  await (await expectToast(page, { title: 'File too large', description })).close()
  await chooseFile(main(page), await photograph())
  for (const { answer, words } of refusals) {
    const undo = await answerWith(page, documents.upload, answer)
    await press(page, 'Upload Document')
    await (await expectToast(page, { title: 'Upload Failed', description: words })).close()
    expect(await main(page).getByRole('progressbar').count()).toBe(0)
    await undo()
  }
  await press(page, 'Upload Document')
  await main(page).getByRole('link', { name: 'Continue to Next Step' }).click()
  await expectPath(page, '/')
})

const notTaken = "The file couldn't be uploaded. Please make sure it's a valid image file and try again."
const broken = 'The server encountered an error. Please try again or use a different file.'
const refusals = [
  { answer: foreign(400, 'No'), words: notTaken },
  { answer: refusal('invalid', 'Please check.'), words: notTaken },
  { answer: foreign(413, 'No'), words: 'The file is too large. Please use a smaller file (max 5MB).' },
  { answer: foreign(502, 'Bad Gateway'), words: broken },
  { answer: refusal('internal', 'It broke.'), words: broken },
  { answer: refusal('unprocessable', 'This file is empty.'), words: 'This file is empty.' },
  { answer: 'nothing' as const, words: noConnection },
]
