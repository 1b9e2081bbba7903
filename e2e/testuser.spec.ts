import { expect } from '@playwright/test'
import { demoClient, demoPassword } from '#server/demo/firm.ts'
import { journeys } from './journey.ts'
import { signIn } from './page-actions/accounts.ts'
import { expectHeading, expectNotice } from './page-actions/seen.ts'
import { goTo } from './page-actions/tasks.ts'

const test = journeys()
const question =
  'Are you sure you want to reset the testuser data? This will delete all documents and reset tasks.'

test('the demo account is half-way through, and starts over when its data is reset', async ({ visit }) => {
  const { page } = await visit({ device: 'phone', awaited: [/status of 500/] })
  // Before the page opens: Chromium has let a request through that left just after its route was set.
  await page.route('**/api/admin/reset-testuser', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/auth')
  await signIn(page, { username: demoClient.username, password: demoPassword })
  await expectHeading(page, 'Welcome back Amara')
  await page.getByText('Tasks completed: 3/9').waitFor()
  await page.getByRole('complementary', { name: 'Recent Activity' }).waitFor()
  // A third one reminds of the next appointment, if the portal runs when that is a day away.
  await page.getByRole('button', { name: /^Notifications, [23] unread$/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByRole('button', { name: 'Mark all as read' }).click()
  await bell.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  await bell.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Reset Data' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Reset Data' })
  await dialog.getByText(question, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Tasks completed: 3/9').waitFor()

  await page.getByRole('button', { name: 'Reset Data' }).click()
  await dialog.getByRole('button', { name: 'Reset Data' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectNotice(page, 'Reset Failed', '500: Internal Server Error')
  await page.unrouteAll()

  await page.getByRole('button', { name: 'Reset Data' }).click()
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Reset Data' }).click()
  await loaded
  await page.getByText('Tasks completed: 0/9').waitFor()
  expect(await page.getByRole('complementary', { name: 'Recent Activity' }).count()).toBe(0)
  await goTo(page, 'phone', 'Documents')
  await page.getByText('0 of 3 required documents').waitFor()
  await page.getByText('No documents yet').waitFor()
})

test('nobody else is offered to reset anything', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp()
  await page.goto('/')
  await expectHeading(page, 'Welcome, Amara!')
  expect(await page.getByRole('button', { name: 'Reset Data' }).count()).toBe(0)
})
