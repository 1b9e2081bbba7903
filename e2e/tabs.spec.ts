import { expect } from '@playwright/test'
import { journeys } from './journey.ts'
import { signOut } from './page-actions/accounts.ts'
import { upload } from './page-actions/documents.ts'
import { expectHeading } from './page-actions/seen.ts'
import { openTask } from './page-actions/tasks.ts'
import { statement } from './test-documents.ts'

const test = journeys()

test('a document uploaded in one tab appears in the other without a reload', async ({ visit }) => {
  const { page, context, signUp } = await visit()
  await signUp()
  await page.goto('/')
  await expectHeading(page, 'Welcome, Amara!')
  const other = await context.newPage()
  await other.goto('/documents')
  await other.getByText('No documents yet').waitFor()

  const dialog = await openTask(page, 'Upload proof of address', 'Upload')
  await upload(dialog, await statement({ name: 'from-the-first-tab.pdf' }))

  await other.getByText('1 of 3 required documents').waitFor()
  const files = other.getByRole('region', { name: 'Uploaded documents' })
  await files.getByText('from-the-first-tab.pdf').waitFor()
})

test('signing out in one tab signs the other tab out, which keeps no data', async ({ visit }) => {
  // The other tab may request live updates just before it learns that nobody is signed in.
  const { page, context, signUp } = await visit({ awaited: [/status of 401 .*\/api\/events$/] })
  await signUp()
  await page.goto('/')
  await expectHeading(page, 'Welcome, Amara!')
  const other = await context.newPage()
  await other.goto('/settings')
  await expectHeading(other, 'Account Settings')

  await signOut(page, 'desktop')

  await expectHeading(other, 'Sign in to your portal')
  expect(await other.locator('body').innerText()).not.toContain('Amara')
})
