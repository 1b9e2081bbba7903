import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { unpack } from '#server/features/privacy/testing.ts'
import { sendPaper } from './arrange.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import type { Device } from './browser.ts'
import { idle } from './idle.ts'
import { journeys } from './journey.ts'
import { expectHeading, expectNoSidewaysScroll } from './page-actions/seen.ts'
import { statement } from './test-documents.ts'

const test = journeys()

for (const device of ['desktop', 'phone'] satisfies Device[])
  test(`a client takes their data with them, on a ${device}`, async ({ visit }) => {
    const visited = await visit({ device, awaited: [/status of 400 .* \S+\/api\/privacy\/exports$/] })
    const { page, signUp } = visited
    const { password } = await signUp()
    const bill = await statement({ name: 'bank-statement.pdf' })
    await sendPaper(visited, bill, 'proof_of_address')
    await page.goto('/settings?tab=data-protection')

    const field = page.getByLabel('Current password')
    await field.fill('not my password')
    await page.getByRole('button', { name: 'Prepare my data' }).click()
    await page.getByText('Your current password is incorrect.').waitFor()
    await field.fill(password)
    await page.getByRole('button', { name: 'Prepare my data' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download my data' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^My data \d{4}-\d\d-\d\d\.zip$/)
    const files = await unpack(await readFile(await download.path()))
    expect(files.get('files/0001-bank-statement.pdf')?.equals(bill.buffer)).toBe(true)
    await page.getByText('Your download has started').waitFor()
    await readAsPerson(await visited.context.newPage(), files.get('index.html')?.toString() ?? '')
  })

test('a complaint and a request for erasure are acknowledged, and the open page shows the response', async ({
  visit,
}) => {
  const [client, firm] = [await visit({ device: 'phone' }), await visit()]
  const { user } = await client.signUp({ lastName: 'Complainant' })
  await firm.ask(accounts.login, { username: 'admin', password: demoPassword })
  await firm.page.goto('/firm/requests')
  await expectHeading(firm.page, 'Requests and complaints')
  await client.page.goto('/complaints')
  await client.page.getByRole('link', { name: 'make your complaint in the portal' }).click()

  await client.page.getByRole('button', { name: 'Send complaint' }).click()
  await client.page.getByText('Please tell us what went wrong').waitFor()
  await client.page.getByLabel('What went wrong?').fill('Nobody calls me back.')
  await client.page.getByRole('button', { name: 'Send complaint' }).click()
  await client.page.getByText(/^We have your complaint: HR-R-\d{4}-\d{5}$/).waitFor()
  await client.page.getByText(/eight weeks from today/).waitFor()
  await client.page.getByText(/Legal Ombudsman, an independent and free service/).waitFor()
  await expectAccessibleAsWorn(client.page, 'acknowledged')
  await firm.page.getByText('Nobody calls me back.').waitFor()

  await client.page.getByRole('button', { name: 'Ask for erasure' }).click()
  await client.page.getByRole('list', { name: 'Your requests for erasure' }).getByText('Received').waitFor()
  await client.page.getByRole('button', { name: 'Ask for erasure' }).waitFor({ state: 'detached' })
  await answer(firm.page, { heading: 'Erasure of personal data', name: `${user.firstName} Complainant` })
  await client.page.getByText('We keep the records of your identity check.').waitFor()
  await client.page.getByText('Kept until 9 November 2035').waitFor()
  await client.page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(client.page)
})

test('the requests of clients are no page for a client, and a fee earner reads them without answering', async ({
  visit,
}) => {
  const [client, firm] = [await visit(), await visit()]
  await client.signUp()
  await firm.ask(accounts.login, { username: 'priya', password: demoPassword })
  await client.page.goto('/firm/requests')
  await expectHeading(client.page, '404 Page Not Found')
  await firm.page.goto('/firm/requests')
  await expectHeading(firm.page, 'Requests and complaints')
  await idle(firm.page)
  expect(await firm.page.getByRole('button', { name: /^Answer/ }).count()).toBe(0)
})

/** Opens the page of the archive as a file: it must be readable and run nothing. */
async function readAsPerson(page: Page, html: string) {
  await page.setContent(html)
  await page.getByRole('heading', { name: /^What Hartley & Rowe’s portal holds about you$/ }).waitFor()
  await page.getByRole('link', { name: 'files/0001-bank-statement.pdf' }).waitFor()
  await expectNoSidewaysScroll(page)
}

async function answer(page: Page, { heading, name }: { heading: string; name: string }) {
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: heading }) })
    .filter({ hasText: name })
  await card.getByText(/^Answer by /).waitFor()
  await expectAccessibleAsWorn(page, 'requests')
  await card.getByRole('button', { name: /^Answer HR-R/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText("This portal doesn't erase anything automatically.").waitFor()
  await dialog.getByLabel('Answer').fill('We keep the records of your identity check.')
  await dialog.getByLabel('Day').fill('9')
  await dialog.getByLabel('Month').fill('11')
  await dialog.getByLabel('Year').fill('2035')
  await expectAccessibleAsWorn(page, 'answer')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await card.getByText('Answered', { exact: true }).waitFor()
}
