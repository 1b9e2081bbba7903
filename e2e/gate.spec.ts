import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { idle } from './idle.ts'
import { journeys } from './journey.ts'
import { leaveChat } from './page-actions/chat.ts'
import { holdClock } from './page-actions/clock.ts'
import { expectHeading, expectPath, expectToast } from './page-actions/seen.ts'

const test = journeys()

const locks = {
  Dashboard: 'Complete onboarding to access dashboard',
  Payments: 'Complete onboarding to access this feature',
}

test('while onboarding is to be done, the dashboard and the payments lead to it', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp({ isNew: true })
  for (const path of ['/', '/payments']) {
    await page.goto(path)
    await expectPath(page, '/welcome')
  }
  await page.getByRole('button', { name: 'Start Verification' }).click()
  await expectPath(page, '/onboarding')
  for (const path of ['/', '/payments']) {
    await page.goto(path)
    await expectPath(page, '/onboarding')
  }
})

test('locked entries say why after 700 ms, and neither a press nor a key follows them', async ({ visit }) => {
  // Until a tooltip has faded out, the next one appears without a delay.
  const { page, signUp } = await visit({ moves: true })
  await signUp({ isNew: true })
  await page.clock.install()
  await page.goto('/documents')
  await page.getByText('Complete verification to access all features').waitFor()
  const entries = page.getByRole('navigation', { name: 'Main' })
  for (const [label, words] of Object.entries(locks)) {
    const entry = entries.getByRole('button', { name: label })
    expect(await entries.getByRole('link', { name: label }).count()).toBe(0)
    await expectTooltip(page, entry, words)
    await expectLocked(page, entry, words)
  }
  await page.getByRole('main').getByRole('link', { name: 'Continue' }).click()
  await expectPath(page, '/welcome')
})

test('on a phone the same entries are locked in the tabs and in the menu', async ({ visit }) => {
  const { page, signUp } = await visit({ device: 'phone' })
  await signUp({ isNew: true })
  await page.goto('/documents')
  await page.getByText('Complete verification to access all features').waitFor()
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await expectLocked(page, tabs.getByRole('button', { name: 'Dashboard' }), locks.Dashboard)
  await page.getByRole('button', { name: 'Open menu' }).click()
  // A forced click does not wait for the menu's animation.
  await idle(page)
  const menu = page.getByRole('dialog')
  for (const [label, words] of Object.entries(locks))
    await expectLocked(page, menu.getByRole('button', { name: label }), words)
})

test('with onboarding complete, every entry can be followed', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp({ isNew: true })
  await page.goto('/onboarding')
  await leaveChat(page)
  await expectHeading(page, 'Welcome, Amara!')
  const entries = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Payments', 'Documents', 'Account Settings'] as const) {
    await entries.getByRole('link', { name }).click()
    await expectHeading(page, name)
    await expect(entries.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  await page.goto('/onboarding')
  await expectPath(page, '/')
})

async function expectTooltip(page: Page, entry: Locator, words: string) {
  const tooltip = page.getByRole('tooltip', { name: words })
  await page.mouse.move(800, 800)
  await tooltip.waitFor({ state: 'detached' })
  await holdClock(page)
  await entry.hover()
  await page.clock.runFor(690)
  expect(await tooltip.count()).toBe(0)
  await page.clock.runFor(20)
  await tooltip.waitFor()
  await page.clock.resume()
}

/** Expects that clicks and keys do not open the entry but show its reason. */
async function expectLocked(page: Page, entry: Locator, words: string) {
  const { pathname } = new URL(page.url())
  const press = [() => entry.click({ force: true }), () => entry.press('Enter'), () => entry.press('Space')]
  for (const act of press) {
    await act()
    const toast = await expectToast(page, { title: words })
    await toast.close()
    expect(new URL(page.url()).pathname).toBe(pathname)
  }
}
