import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { progressOf } from '#contract/tasks.ts'
import type { Device } from '../browser.ts'
import { expectNotice } from './seen.ts'

export const taskRow = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })

export const taskDialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

/** Opens the folded sections: completed tasks, and groups with nothing else. */
export async function openFolds(page: Page) {
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: /^(Do this next|All done)/ }).waitFor()
  const closed = main.getByRole('button', { expanded: false })
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Opens a task from the dashboard by its button, which must have this label. */
export async function openTask(page: Page, title: string, button: string | RegExp) {
  if (button === 'View' || button instanceof RegExp) await openFolds(page)
  await taskRow(page, title).getByRole('button', { name: button, exact: true }).click()
  const dialog = taskDialog(page, title)
  await dialog.waitFor()
  return dialog
}

/** Expects the notice of a completed task, and its dialog to be closed. */
export async function expectCompleted(page: Page, title: string) {
  await expectNotice(page, 'Task Completed', `You have successfully completed: ${title}`)
  await taskDialog(page, title).waitFor({ state: 'detached' })
  await openFolds(page)
  await taskRow(page, title).getByRole('button', { name: 'View', exact: true }).waitFor()
}

/** Expects this many of the nine tasks to be done, wherever the dashboard says it. */
export async function expectDone(page: Page, completed: number) {
  const tasks = Array.from(
    { length: 9 },
    (_, at) => ({ status: at < completed ? 'completed' : 'pending', reason: null }) as const,
  )
  const { percentage, minutesLeft } = progressOf(tasks)
  const main = page.getByRole('main')
  await main.getByText(`${percentage}% complete`, { exact: true }).waitFor()
  await main.getByText(`${completed}/9 Complete`, { exact: true }).waitFor()
  await main.getByText(`Time to completion: ~${minutesLeft} min`, { exact: true }).waitFor()
  const bar = main.getByRole('progressbar', { name: 'Overall progress' })
  expect(await bar.getAttribute('aria-valuenow')).toBe(String(percentage))
}

/** Follows a navigation entry of the device. On a phone, an entry without a tab is in the menu. */
export async function goTo(page: Page, device: Device, label: 'Dashboard' | 'Documents' | 'Payments') {
  const follow = (list: string, name: string = label) =>
    page.getByRole('navigation', { name: list }).getByRole('link', { name, exact: true }).click()
  if (device === 'desktop') return follow('Main')
  if (label !== 'Payments') return follow('Tabs', label === 'Documents' ? 'Workflow' : label)
  await page.getByRole('button', { name: 'Open menu' }).click()
  return follow('Menu')
}
