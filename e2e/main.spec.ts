import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { newPerson } from '#server/process/testing/browser.ts'
import type { Device } from './browser.ts'
import { journeys } from './journey.ts'
import { register, signIn, signOut } from './page-actions/accounts.ts'
import { leaveChat } from './page-actions/chat.ts'
import { upload } from './page-actions/documents.ts'
import { answerQuestionnaire, assessRisk } from './page-actions/forms.ts'
import { checkIdentity, payByCard, verifyBank } from './page-actions/money.ts'
import {
  expectHeading,
  expectNoSidewaysScroll,
  expectPath,
  expectTaken,
  expectToast,
  expectUncovered,
  lines,
} from './page-actions/seen.ts'
import { signCareLetter } from './page-actions/signatures.ts'
import { expectCompleted, expectDone, goTo, openTask } from './page-actions/tasks.ts'
import { photograph, statement } from './test-documents.ts'

const test = journeys()
// Runs both devices at once.
test.describe.configure({ mode: 'parallel' })
// Goes through the whole portal.
test.slow()

for (const device of ['desktop', 'phone'] as const)
  test(`a new client comes from the registration to a finished onboarding, on a ${device}`, async ({
    visit,
  }) => {
    // The browser reports every refusal: of the declined card and of the impossible account.
    const awaited = [
      /status of 402 .* \S+\/api\/payments$/,
      /status of 422 .* \S+\/api\/verification\/complete$/,
    ]
    const { page } = await visit({ device, awaited, moves: true })
    const person = newPerson()
    await arrive(page, person)
    await proveAddress(page)
    await answerQuestionnaire(page)
    await expectDone(page, 2)
    await assessRisk(page)
    await expectDone(page, 3)
    await payByCard(page)
    await expectDone(page, 4)
    await verifyBank(page)
    await expectDone(page, 5)
    await proveIdentity(page)
    await expectDone(page, 6)
    await checkIdentity(page)
    await expectDone(page, 7)
    await signCareLetter(page)
    await expectDone(page, 8)
    await proveFunds(page)
    await seeAllDone(page)
    await seeItElsewhere(page, device)
    await leaveAndReturn(page, device, person)
  })

async function arrive(page: Page, person: ReturnType<typeof newPerson>) {
  await page.goto('/auth')
  await expectHeading(page, 'Sign in to your portal')
  await expectNoSidewaysScroll(page)
  await register(page, person)
  const toast = expectToast(page, {
    title: 'Registration successful',
    description: 'Your account has been created!',
  })
  await page.waitForURL('/welcome')
  await toast
  await expectHeading(page, 'Welcome, Amara')
  await expectUncovered(page, page.getByRole('button', { name: 'Start Verification' }))
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Start Verification' }).click()
  await expectPath(page, '/onboarding')
  await expectNoSidewaysScroll(page)
  await leaveChat(page)
  await expectHeading(page, 'Welcome, Amara!')
  await page.getByText("Let's get you set up. Here's what you need to do.").waitFor()
  await expectDone(page, 0)
  await expectNoSidewaysScroll(page)
}

/** The client's address is not known yet, so it is read but left to a person to compare. */
async function proveAddress(page: Page) {
  const title = 'Upload proof of address'
  const dialog = await openTask(page, title, 'Upload')
  await dialog.getByText('PNG, JPG, PDF up to 10MB').waitFor()
  const paper = await statement({ name: 'bank-statement.pdf' })
  // The toast may be gone again once the document is read.
  await Promise.all([expectToast(page, { title: 'Document uploaded successfully' }), upload(dialog, paper)])
  await dialog.getByText("We'll check this.").waitFor()
  await dialog.getByText("We couldn't compare the address, because we don't have yours yet.").waitFor()
  const list = dialog.getByRole('list', { name: 'What was checked' })
  await dialog.locator('summary', { hasText: /^See all \d+ checks/ }).press('Enter')
  const checks = await lines(list)
  expect(checks).toContain('Read: Miss Amara Okafor')
  expect(checks).toContain('Read: Flat 2, 12 Garden Street, London, SW1A 1AA')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectCompleted(page, title)
  await expectDone(page, 1)
}

/** A photograph without text is not judged automatically. */
async function proveIdentity(page: Page) {
  const title = 'Upload proof of identity'
  const dialog = await openTask(page, title, 'Upload')
  const paper = await photograph('passport.jpg')
  await Promise.all([expectTaken(page, 'Document Validation Issues'), upload(dialog, paper)])
  await dialog.getByText("We couldn't read this clearly enough.").waitFor()
  await dialog.getByRole('button', { name: 'Keep this one anyway' }).click()
  await expectCompleted(page, title)
}

async function proveFunds(page: Page) {
  const title = 'Upload proof of funds'
  const dialog = await openTask(page, title, 'Upload')
  const paper = await statement({ name: 'savings.pdf' })
  // A valid result is shown for three seconds, and then the dialog closes by itself.
  await Promise.all([
    dialog.getByText("We've checked your document.").waitFor(),
    expectTaken(page, 'Document Validation Successful'),
    upload(dialog, paper),
  ])
  await dialog.waitFor({ state: 'detached' })
}

async function seeAllDone(page: Page) {
  await expectHeading(page, 'Welcome back Amara')
  await page.getByRole('heading', { name: 'All done. Thank you, Amara.' }).waitFor()
  await page.getByText('100% complete', { exact: true }).waitFor()
  await page.getByText('Tasks completed: 9/9').waitFor()
  await page.getByText('Time to completion: ~0 min').waitFor()
  await expectNoSidewaysScroll(page)
  const news = page.getByRole('complementary', { name: 'Recent Activity' }).getByRole('listitem')
  // On a slow machine the first of them may already be a minute old.
  const when = expect.stringMatching(/^(Just now|\d minutes? ago)$/)
  await expect.poll(() => lines(news)).toEqual(newest.flatMap((happened) => [happened, 'New', when]))
}

const newest = [
  'Proof of funds verified',
  'Proof of funds uploaded',
  'Client care letter signed',
  'Identity in review',
  'Proof of identity uploaded',
]

async function seeItElsewhere(page: Page, device: Device) {
  await goTo(page, device, 'Documents')
  await expectHeading(page, 'Documents')
  await page.getByText('3 of 3 required documents').waitFor()
  const files = page.getByRole('region', { name: 'Uploaded documents' }).getByRole('listitem')
  expect(await lines(files)).toEqual(
    expect.arrayContaining(['savings.pdf', 'passport.jpg', 'bank-statement.pdf']),
  )
  expect(await page.getByRole('button', { name: 'Upload Document' }).count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await goTo(page, device, 'Payments')
  await expectHeading(page, 'Payments')
  await page.getByText('Paid £342.50').waitFor()
  const paid = await lines(page.getByRole('table', { name: 'Payment History' }))
  expect(paid).toEqual(expect.arrayContaining(['Pay search fees', 'Card', 'Completed', 'Declined']))
  const summary = await lines(page.getByRole('region', { name: 'Payment Summary' }))
  expect(summary.slice(1)).toEqual(tiles)
  await expectNoSidewaysScroll(page)
}

const tiles = ['Total Payments', '£342.50', 'Completed Payments', '1', 'Pending Payments', '0']

/** After signing out nothing of the client is left, not even behind the back button. */
async function leaveAndReturn(page: Page, device: Device, person: ReturnType<typeof newPerson>) {
  await signOut(page, device)
  await expectPath(page, '/auth')
  // Otherwise the next user would be sent to the page where this client was.
  expect(new URL(page.url()).search).toBe('')
  await page.goBack()
  await expectHeading(page, 'Sign in to your portal')
  expect(await page.locator('body').innerText()).not.toContain('Amara')
  for (const path of ['/', '/documents', '/payments', '/settings']) {
    await page.goto(path)
    await expectPath(page, '/auth')
  }
  await page.goto('/auth')
  await signIn(page, person)
  await expectToast(page, { title: 'Login successful', description: 'Welcome back!' })
  await expectHeading(page, 'Welcome back Amara')
}
