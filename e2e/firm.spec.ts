import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { people } from '#contract/firm/people.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { sendPaper } from './arrange.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { idle } from './idle.ts'
import { journeys, type Visit } from './journey.ts'
import { upload } from './page-actions/documents.ts'
import { expectHeading, expectPath, expectToast } from './page-actions/seen.ts'
import { photograph, statement } from './test-documents.ts'

const test = journeys()

const enterAs = ({ ask }: Visit, username: 'priya' | 'admin') =>
  ask(accounts.login, { username, password: demoPassword })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const reason = 'Please send all of it, with all four corners showing.'

test('a fee earner asks for another document; the client reads why at once, and sends another', async ({
  visit,
}) => {
  const [client, firm] = [await visit(), await visit()]
  await client.signUp({ firstName: 'Quentin', lastName: 'Reyes' })
  await sendPaper(client, await photograph('blurred.jpg'), 'proof_of_funds')
  await enterAs(firm, 'priya')
  await client.page.goto('/')
  await expectHeading(client.page, 'Welcome, Quentin!')

  await firm.page.goto('/firm')
  await firm.page.getByRole('link', { name: 'Documents to review' }).last().click()
  await firm.page.getByRole('link', { name: 'Quentin Reyes' }).click()
  await expectHeading(firm.page, 'Quentin Reyes: Proof of funds')
  await firm.page.getByRole('img', { name: 'blurred.jpg' }).waitFor()
  await firm.page.getByText('Why this needs review').waitFor()
  await expectNoScroll(firm.page)
  await press(firm.page, 'Reject')
  const dialog = firm.page.getByRole('dialog', { name: 'Ask for another document' })
  await press(firm.page, 'Reject and tell the client')
  await dialog.getByText('Please give the client a reason').first().waitFor()
  await dialog.getByRole('button', { name: 'Cut off' }).click()
  const written = dialog.getByLabel('Reason', { exact: true })
  expect(await written.inputValue()).toContain('all four corners')
  await written.fill(reason)
  await press(firm.page, 'Reject and tell the client')
  await expectToast(firm.page, { title: 'Rejected' })

  // The client's page was not reloaded.
  await client.page.getByText(reason).first().waitFor()
  await client.page.getByRole('button', { name: /Notifications.*1/ }).click()
  await client.page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /We need another document/ })
    .click()
  const task = client.page.getByRole('dialog', { name: 'Upload proof of funds' })
  await upload(task, await statement({ name: 'second-try.pdf' }))

  await firm.page.goto('/firm/documents')
  await firm.page.getByText('second-try.pdf').waitFor()
})

test('the keyboard goes through what waits, and a decision can be taken back', async ({ visit }) => {
  const [client, firm] = [await visit(), await visit()]
  await client.signUp({ firstName: 'Petra', lastName: 'Lang' })
  await sendPaper(client, await photograph('one.jpg'), 'proof_of_funds')
  await sendPaper(client, await photograph('two.jpg'), 'proof_of_address')
  await enterAs(firm, 'priya')
  const { page } = firm
  await page.goto('/firm/documents')
  await page.getByText('one.jpg').waitFor()
  await page.locator('li', { hasText: 'one.jpg' }).getByRole('link').click()
  await expectHeading(page, 'Petra Lang: Proof of funds')
  await page.getByRole('link', { name: 'Next' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await expectHeading(page, 'Petra Lang: Proof of address')
  await page.getByRole('link', { name: 'Previous' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await expectHeading(page, 'Petra Lang: Proof of funds')
  await press(page, 'Accept')
  await expectToast(page, { title: 'Accepted' })
  await press(page, 'Undo')
  await expectToast(page, { title: 'Decision withdrawn' })
  await page.goto('/firm/documents')
  await page.getByText('one.jpg').waitFor()
})

test('an administrator invites somebody, who joins, and is given a client', async ({ visit }) => {
  const [admin, newcomer] = [await visit(), await visit({ device: 'phone' })]
  await enterAs(admin, 'admin')
  await admin.page.goto('/firm/people')
  await press(admin.page, 'Invite')
  await admin.page.getByLabel('Email').fill('tom.baker@hartley-rowe.example')
  await press(admin.page, 'Create link')
  const link = await admin.page.getByLabel('Invitation link').inputValue()
  await press(admin.page, 'Done')

  const { page } = newcomer
  await page.goto(link)
  await page.getByText('tom.baker@hartley-rowe.example').waitFor()
  await expectAccessibleAsWorn(page, 'invitation')
  const typed = { 'First name': 'Tom', 'Last name': 'Baker', Username: 'tom.baker' }
  for (const [label, words] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(words)
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('correct horse battery')
  await press(page, 'Join')
  await expectPath(page, '/firm')
  await expectHeading(page, 'Hello, Tom')
  await page.goto('/firm/clients')
  await page.getByText('No clients yet').waitFor()

  await admin.page.goto('/firm/clients')
  await admin.page.getByRole('link', { name: 'George Adeyemi' }).click()
  await press(admin.page, 'Change')
  await admin.page.getByLabel('Responsible').selectOption({ label: 'Tom Baker' })
  await press(admin.page, 'Save')
  await expectToast(admin.page, { title: 'Team saved' })
  await page.getByRole('link', { name: 'George Adeyemi' }).waitFor()
})

test('a deactivated user is signed out at once', async ({ visit }) => {
  const [admin, other] = [await visit(), await visit({ awaited: [/status of 401/] })]
  await enterAs(admin, 'admin')
  const sent = await admin.ask(people.invite, { email: 'short.stay@example.com', roles: ['fee_earner'] })
  const password = 'correct horse battery'
  const user = await other.ask(people.join, {
    token: sent.path?.split('token=')[1] ?? '',
    firstName: 'Short',
    lastName: 'Stay',
    username: 'short.stay',
    password,
    confirmPassword: password,
  })
  await other.page.goto('/firm')
  await expectHeading(other.page, 'Hello, Short')
  await admin.page.goto('/firm/people')
  await press(admin.page, `Change ${user.firstName} ${user.lastName}`)
  await admin.page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await press(admin.page, 'Deactivate')
  await expectToast(admin.page, { title: 'Deactivated' })
  await expectHeading(other.page, 'Sign in to your portal')
})

test('what the firm says changes on an open page of a client', async ({ visit }) => {
  const [admin, client] = [await visit(), await visit()]
  await client.signUp()
  await client.page.goto('/documents')
  await client.page.getByText('020 7946 0123').first().waitFor()
  await enterAs(admin, 'admin')
  await admin.page.goto('/firm/settings')
  await admin.page.getByLabel('Phone number').fill('020 7946 0777')
  await press(admin.page, 'Save settings')
  await expectToast(admin.page, { title: 'Settings saved' })
  await client.page.getByText('020 7946 0777').first().waitFor()
})

test('a client finds no page of the firm', async ({ visit }) => {
  const { page, signUp } = await visit({ awaited: [/status of 404 .*setup/] })
  await signUp()
  for (const path of ['/firm', '/firm/documents', '/firm/people', '/firm/settings', '/setup']) {
    await page.goto(path).catch(() => {})
    await expectHeading(page, '404 Page Not Found')
  }
})

/** The document, what was found and the decision are on one screen of 1360×900: the page has nothing below it. */
async function expectNoScroll(page: Page) {
  await page.setViewportSize({ width: 1360, height: 900 })
  await idle(page)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  await expect(page.getByRole('heading', { name: 'What was checked' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('contentinfo')).toBeHidden()
}

test('a check that can be recorded leaves the words of its task a whole line on a tablet, and begins under them', async ({
  visit,
}) => {
  const [client, firm] = [await visit(), await visit()]
  const { user } = await client.signUp({ firstName: 'Tessa', lastName: 'Quill' })
  await enterAs(firm, 'priya')
  const { page } = firm
  await page.goto(`/firm/clients/${user.id}`)
  const record = page.getByRole('button', { name: /^Checked in person/ })
  const words = page.getByText('Nothing has been sent yet.').first()
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    const [button, line] = [await boxOf(record), await boxOf(words)]
    expect(button.y).toBeGreaterThanOrEqual(line.y + line.height)
    expect(button.x).toBeGreaterThanOrEqual(line.x)
    expect(line.height).toBeLessThan(30)
  }
})

async function boxOf(place: Locator) {
  await place.waitFor()
  const box = await place.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return box
}
