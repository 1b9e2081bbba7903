import type { Page } from '@playwright/test'
import type { Registration } from '#contract/accounts/accounts.ts'
import type { Device } from '../browser.ts'
import { expectToast } from './seen.ts'

/** Fills in a registration as a person would, key by key, and submits it. */
export async function register(page: Page, person: Registration) {
  await page.getByRole('tab', { name: 'Register' }).click()
  const typed: [label: string, words: string][] = [
    ['First name', person.firstName],
    ['Last name', person.lastName],
    ['Username', person.username],
    ['Email', person.email],
    ['Phone (optional)', person.phone ?? ''],
    ['Password', person.password],
    ['Confirm password', person.confirmPassword],
  ]
  for (const [label, words] of typed) {
    // What was typed before a reload is still there.
    await field(page, label).clear()
    await field(page, label).pressSequentially(words)
  }
  await page.getByRole('button', { name: 'Register' }).click()
}

export async function signIn(
  page: Page,
  { username, password }: Pick<Registration, 'username' | 'password'>,
) {
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs out with the sidebar's account menu, or with the phone's menu. */
export async function chooseLogOut(page: Page, device: Device) {
  if (device === 'phone') {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  } else {
    await page.getByRole('complementary').getByRole('button', { name: /@/ }).click()
    await page.getByRole('menu').getByText('My Account').waitFor()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
  }
}

export async function signOut(page: Page, device: Device) {
  await chooseLogOut(page, device)
  await expectToast(page, { title: 'Logged out', description: 'You have been logged out successfully' })
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
