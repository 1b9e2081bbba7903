import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { tasks } from '#contract/tasks.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { journeys } from './journey.ts'

const test = journeys()

test('a case is printed whole, with ticks at the stages that are done', async ({ visit }) => {
  const { page, ask } = await visit()
  await ask(accounts.login, { username: 'testuser', password: demoPassword })
  await page.goto('/cases')
  await page.getByRole('button', { name: /^Timeline of Purchase/ }).click()
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
  const dialog = page.getByRole('dialog')
  const isCut = () => dialog.evaluate((element) => element.scrollHeight > element.clientHeight)
  expect(await isCut()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await isCut()).toBe(false)
  await expect(page.getByRole('heading', { name: 'Cases', includeHidden: true })).toBeHidden()
  const mark = dialog.getByRole('list', { name: 'Stages' }).locator('svg').first().locator('..')
  await expect(mark).toHaveCSS('print-color-adjust', 'exact')
})

test('the firm prints a case with its state, and without the buttons', async ({ visit }) => {
  const { page, ask } = await visit()
  await ask(accounts.login, { username: 'priya', password: demoPassword })
  await page.goto('/firm/cases')
  await page.getByRole('link', { name: /^View: Purchase of Flat 4/ }).click()
  await page.getByRole('button', { name: 'Edit details' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main header').getByText('Open', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  // As wide as an A4 sheet between its margins. Room after the last card could need a sheet of its own.
  await page.setViewportSize({ width: 698, height: 1000 })
  const room = await page.evaluate(() => {
    const bottomOf = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0
    return bottomOf('#root') - bottomOf('main > div')
  })
  expect(room).toBe(0)
})

test('the firm prints a list with its rows, and without the boxes that select them', async ({ visit }) => {
  const { page, ask } = await visit()
  await ask(accounts.login, { username: 'priya', password: demoPassword })
  await page.goto('/firm/cases')
  await page.getByRole('checkbox', { name: /^Select Purchase of Flat 4/ }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: /^View: Purchase of Flat 4/ })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const [heads, cells] = await page.evaluate(() =>
    ['thead th', 'tbody tr:first-child td'].map(
      (cells) => [...document.querySelectorAll(cells)].filter((cell) => cell.checkVisibility()).length,
    ),
  )
  expect(heads).toBe(cells)
})

test('the answers of a form are printed instead of the dialog that shows them', async ({ visit }) => {
  const { page, ask } = await visit()
  await ask(accounts.login, { username: 'testuser', password: demoPassword })
  const form = (await ask(tasks.list, {})).find(({ title }) => title === 'Client Questionnaire')
  // A browser without a window ends printing at once, and the sheet with it.
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await page.goto(`/?task=${form?.id}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Print/ })
    .click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body > [data-print="sheet"]')).toBeVisible()
  await expect(page.locator('body > [role="dialog"]')).toBeHidden()
})

test('a list is printed with its rows, and without the search, the drawing of an empty one or the box to write in', async ({
  visit,
}) => {
  const { page, ask } = await visit({ device: 'phone' })
  await ask(accounts.login, { username: 'testuser', password: demoPassword })
  await page.goto('/payments')
  const drawing = page.getByText('No payments yet').locator('..').locator('svg')
  await expect(drawing).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(drawing).toBeHidden()
  await expect(page.getByText('No payments yet')).toBeVisible()

  await page.goto('/messages')
  await expect(page.getByText('Priya Raman').first()).toBeVisible()
  await expect(page.getByRole('searchbox', { includeHidden: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByText('Priya Raman').first().click()
  const box = page.getByPlaceholder('Write a message')
  await expect(box).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(box).toBeHidden()
})

test('the page is printed, not the menu or the notifications that are open over it', async ({ visit }) => {
  const { page, ask } = await visit({ device: 'phone' })
  await ask(accounts.login, { username: 'testuser', password: demoPassword })
  await page.goto('/cases')
  const heading = page.getByRole('heading', { name: 'Cases', level: 1, includeHidden: true })
  for (const opener of ['Open menu', /^Notifications/]) {
    await page.getByRole('button', { name: opener }).click()
    await page.getByRole('dialog').waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect(heading).toBeVisible()
    await expect(page.locator('body > [role="dialog"]')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
})
