import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { generateSync } from 'otplib'
import { accounts } from '#contract/accounts/accounts.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { journeys } from './journey.ts'
import { signIn, signOut } from './page-actions/accounts.ts'
import { linkIn } from './page-actions/mails.ts'
import { expectHeading, expectNoSidewaysScroll, expectPath, expectToast } from './page-actions/seen.ts'

const test = journeys()
// Runs both devices at once.
test.describe.configure({ mode: 'parallel' })
const chosen = 'another horse entirely'
// The browser reports a wrong code, and another window may send one more request before it learns of the sign-out.
const awaited = [/status of 401 .*\/api\/login\/two-factor$/]
const endedElsewhere = [/status of 401 /]

for (const device of ['desktop', 'phone'] as const)
  test(`a client adds a second factor, and comes back in after forgetting the password, on a ${device}`, async ({
    visit,
  }) => {
    const mine = await visit({ device, awaited })
    const { page } = mine
    const person = await mine.signUp()
    const elsewhere = await visit({ awaited: endedElsewhere })
    await elsewhere.ask(accounts.login, { username: person.username, password: person.password })
    await elsewhere.page.goto('/documents')
    await expectHeading(elsewhere.page, 'Documents')

    const { key, codes } = await enrol(page)
    // Nobody has used the other window.
    await expectHeading(elsewhere.page, 'Sign in to your portal')

    await signOut(page, device)
    await signIn(page, person)
    await enterByApp(page, key)
    await signOut(page, device)

    const administrator = await visit()
    await administrator.ask(accounts.login, { username: 'admin', password: demoPassword })
    await askForLink(page, person.email)
    await page.goto(await linkIn(administrator, { to: person.email, subject: 'Choose a new password' }))
    await choosePassword(page)
    await signIn(page, { ...person, password: chosen })
    await enterByRecoveryCode(page, codes[0] ?? '')

    await confirmAddress(page, await linkIn(administrator, { to: person.email, subject: /^Please confirm/ }))
  })

async function enrol(page: Page) {
  await page.goto('/settings?tab=security')
  await page.getByRole('switch', { name: 'Ask for a code when I sign in' }).press('Space')
  const dialog = page.getByRole('dialog', { name: 'Turn on two-factor authentication' })
  await dialog.getByRole('img', { name: 'Code to scan with your authenticator app' }).waitFor()
  const key = (await dialog.getByText(/^([A-Z2-7]{4} ){7}/).innerText()).replaceAll(/\s/g, '')
  await expectAccessibleAsWorn(page, 'the set-up')
  await expectNoSidewaysScroll(page)
  await dialog.getByLabel('Code', { exact: true }).fill(generateSync({ secret: key }))
  await page.keyboard.press('Enter')
  await expectToast(page, { title: '2FA Enabled' })
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessibleAsWorn(page, 'the recovery codes')
  await expectNoSidewaysScroll(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: "I've saved them" }).click()
  await page.getByText(/^10 codes left/).waitFor()
  return { key, codes }
}

/** Enters a wrong code first, and then the next one, because the code of the set-up is used up. */
async function enterByApp(page: Page, key: string) {
  await expectHeading(page, 'Enter your code')
  const field = page.getByLabel('Code from your app')
  await page.waitForFunction((input) => input === document.activeElement, await field.elementHandle())
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await page.getByText(/^That code is incorrect/).waitFor()
  await expectAccessibleAsWorn(page, 'the second step')
  await expectNoSidewaysScroll(page)
  await field.fill(generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + 30 }))
  await page.keyboard.press('Enter')
  await expectToast(page, { title: 'Login successful', description: 'Welcome back!' })
  // Not sent back to the page where someone signed out here, who may have been another person.
  await expectHeading(page, /^Welcome/)
}

async function enterByRecoveryCode(page: Page, code: string) {
  await expectHeading(page, 'Enter your code')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expectHeading(page, /^Welcome/)
  await page.goto('/settings?tab=security')
  await page.getByText(/^9 codes left/).waitFor()
}

async function askForLink(page: Page, email: string) {
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expectHeading(page, 'Forgotten your password?')
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expectHeading(page, 'Check your email')
  await page.getByText('If we know this address, a link is on its way').waitFor()
  await expectNoSidewaysScroll(page)
}

async function choosePassword(page: Page) {
  await expectHeading(page, 'Choose a new password')
  expect(new URL(page.url()).search).toBe('')
  await expectNoSidewaysScroll(page)
  for (const label of ['New password', 'Confirm new password'])
    await page.getByLabel(label, { exact: true }).fill(chosen)
  await page.keyboard.press('Enter')
  await expectToast(page, { title: 'Password updated' })
  await expectPath(page, '/auth')
}

async function confirmAddress(page: Page, link: string) {
  await page.goto('/settings?tab=profile')
  await expectHeading(page, 'Account Settings')
  // A client who signed in by a link from an email has shown that their email arrives.
  expect(await page.getByText('Please confirm your email address').count()).toBe(0)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my email address' }).click()
  await page.getByText('Your email address is confirmed.').waitFor()
  await expectNoSidewaysScroll(page)
}
