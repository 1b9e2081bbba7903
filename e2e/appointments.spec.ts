import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { idle } from './idle.ts'
import { journeys, type Visit } from './journey.ts'
import { chooseDayOfNextMonth } from './page-actions/appointments.ts'
import { expectHeading, expectNoSidewaysScroll, expectToast } from './page-actions/seen.ts'

const test = journeys()

const asPriya = ({ ask }: Visit) => ask(accounts.login, { username: 'priya', password: demoPassword })
const sheet = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming Appointments' })
const card = (page: Page, title: string) => upcoming(page).getByRole('listitem').filter({ hasText: title })
const act = async (page: Page, title: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const chooseDay = (page: Page) => chooseDayOfNextMonth(page.getByRole('dialog'))

test('a client books, the fee earner sees it at once and moves it, and the client cancels', async ({
  visit,
}) => {
  const [client, firm] = [await visit(), await visit()]
  const title = 'Questions about the survey'
  await client.signUp({ firstName: 'Perpetua' })
  await asPriya(firm)
  await firm.page.goto('/firm/appointments')
  await expectHeading(firm.page, 'Appointments')
  await client.page.goto('/appointments')
  await client.page.getByText('No Appointments').waitFor()
  await client.page.getByText("You don't have any appointments scheduled yet.").waitFor()

  await client.page.getByRole('button', { name: 'Schedule Appointment' }).click()
  const form = sheet(client.page, 'Schedule New Appointment')
  await form.getByRole('button', { name: 'Schedule Appointment' }).click()
  for (const words of ['Title is required', 'Please select a date', 'Please select a time'])
    await form.getByText(words, { exact: true }).waitFor()
  await form.getByLabel('Title').fill(title)
  const times = await chooseDay(client.page)
  // Priya works both times on each of her days. On Wednesdays and Fridays she has no afternoon.
  await times.getByText('09:30', { exact: true }).click()
  await form.getByLabel('Meeting link').fill('http://meet.example.com/room')
  await form.getByRole('button', { name: 'Schedule Appointment' }).click()
  await form.getByText('Please enter a link that starts with https://').waitFor()
  await form.getByLabel('Meeting link').fill('https://meet.example.com/room')
  await expectAccessibleAsWorn(client.page, 'schedule')
  await form.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expectToast(client.page, { title: 'Appointment scheduled', description: title })
  await card(client.page, title).getByText('09:30 to 10:00 London time').waitFor()
  const join = card(client.page, title).getByRole('link', { name: /^Join Meeting/ })
  expect(await join.getAttribute('href')).toBe('https://meet.example.com/room')
  expect(await join.getAttribute('rel')).toBe('noopener noreferrer')

  await card(firm.page, title).getByText('Perpetua Okafor').waitFor()
  await act(firm.page, title, 'Edit')
  const edit = sheet(firm.page, 'Edit Appointment')
  await edit.getByRole('radiogroup', { name: 'Time' }).getByText('11:00', { exact: true }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(firm.page, { title: 'Appointment updated', description: title })
  await card(client.page, title).getByText('11:00 to 11:30 London time').waitFor()
  await expectAccessibleAsWorn(firm.page, 'firm appointments')

  await act(client.page, title, 'Cancel')
  const question = client.page.getByRole('alertdialog', { name: 'Cancel this appointment?' })
  await question.getByText(/We.ll tell Priya Raman straight away/).waitFor()
  await question.getByRole('button', { name: 'Cancel appointment' }).click()
  await expectToast(client.page, { title: 'Appointment cancelled', description: title })
  await client.page.getByText('No Appointments').waitFor()
  await card(firm.page, title).waitFor({ state: 'detached' })
})

test('a time that someone else took meanwhile is reported, and no input is lost', async ({ visit }) => {
  const awaited = [/status of 409 .* \S+\/api\/appointments$/]
  const [slow, quick] = [await visit({ awaited }), await visit()]
  await slow.signUp()
  await quick.signUp()
  await slow.page.goto('/appointments')
  await slow.page.getByRole('button', { name: 'Schedule Appointment' }).click()
  const form = sheet(slow.page, 'Schedule New Appointment')
  await form.getByLabel('Title').fill('The deposit')
  const times = await chooseDay(slow.page)
  const chosen = times.getByRole('radio', { checked: true })
  const startTime = new Date((await chosen.getAttribute('value')) ?? '')
  const endTime = new Date(startTime.getTime() + 30 * 60_000)
  await quick.ask(appointments.book, { title: 'First', startTime, endTime })
  await form.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expectToast(slow.page, { title: 'Failed to schedule appointment' })
  await form.getByText(/This time has just been taken. Still free that day:/).waitFor()
  expect(await form.getByLabel('Title').inputValue()).toBe('The deposit')

  // A dialog closed by mistake keeps its input.
  await slow.page.keyboard.press('Escape')
  await slow.page.getByRole('button', { name: 'Schedule Appointment' }).click()
  expect(await form.getByLabel('Title').inputValue()).toBe('The deposit')
})

test('the calendar is walked through with the keyboard alone', async ({ visit }) => {
  const { page, ask } = await visit()
  await ask(accounts.login, { username: 'testuser', password: demoPassword })
  await page.goto('/appointments')
  await page.getByRole('tab', { name: 'List View' }).focus()
  await page.keyboard.press('ArrowRight')
  const grid = page.getByRole('grid')
  await grid.locator('[tabindex="0"]').focus()
  const focused = () => grid.locator(':focus').getAttribute('data-day')
  const today = (await focused()) ?? ''
  const at = (days: number) =>
    new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe(at(1))
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(at(8))
  await page.keyboard.press('Home')
  const monday = new Date(`${await focused()}T12:00:00Z`)
  expect(monday.getUTCDay()).toBe(1)
  await page.keyboard.press('End')
  const sunday = (await focused()) ?? ''
  expect(new Date(`${sunday}T12:00:00Z`).getUTCDay()).toBe(0)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Shift+PageDown')
  expect((await focused())?.slice(0, 4)).toBe(String(Number(sunday.slice(0, 4)) + 1))
  await page.keyboard.press('Shift+PageUp')
  expect(await grid.locator('[tabindex="0"]').count()).toBe(1)

  const [next] = (await ask(appointments.list, {})).filter(({ startTime }) => startTime > new Date())
  const nextDay = next?.startTime.toISOString().slice(0, 10) ?? ''
  await page.getByRole('button', { name: 'Today' }).click()
  await grid.locator(`[data-day="${today}"]`).focus()
  // The next day may be in the month after this one.
  if (nextDay.slice(0, 7) !== today.slice(0, 7)) await page.keyboard.press('PageDown')
  const busy = grid.getByRole('button', { name: /appointment/ }).and(grid.locator(`[data-day="${nextDay}"]`))
  const day = (await busy.locator('.sr-only').innerText()).split(',')[0] ?? ''
  await busy.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: day }).getByRole('listitem').first().waitFor()
  await expectAccessibleAsWorn(page, 'calendar month')
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await expectAccessibleAsWorn(page, 'calendar week')
})

test('on a phone of 320 pixels everything fits, and times show the own clock beside the firm’s', async ({
  visit,
}) => {
  const { page, ask } = await visit({ device: 'phone', viewport: { width: 320, height: 740 } })
  await ask(accounts.login, { username: 'testuser', password: demoPassword })
  await page.goto('/appointments')
  await upcoming(page).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessibleAsWorn(page, 'phone calendar')
  await page.getByRole('button', { name: 'Schedule Appointment' }).click()
  await chooseDay(page)
  await idle(page)
  await expectNoSidewaysScroll(page)
  await expectAccessibleAsWorn(page, 'phone sheet')
})

test('a fee earner sets hours and days off, and books for a client', async ({ visit }) => {
  const [firm, client] = [await visit(), await visit()]
  const { lastName } = await client.signUp({ firstName: 'Zuleika', lastName: 'Abercrombie' })
  await asPriya(firm)
  const { page } = firm
  await page.goto('/firm/appointments')
  await page.getByRole('tab', { name: 'Working Hours' }).click()
  await page.getByRole('button', { name: 'Add hours on Saturday' }).click()
  await page.getByLabel('Saturday, to').selectOption('08:00')
  await page.getByRole('button', { name: 'Save working hours' }).click()
  await page.getByText('The end must be after the start').waitFor()
  await page.getByLabel('Saturday, to').selectOption('11:00')
  await page.getByRole('button', { name: 'Save working hours' }).click()
  await expectToast(page, { title: 'Working hours saved' })
  await expectAccessibleAsWorn(page, 'working hours')

  await page.getByRole('button', { name: 'Schedule Appointment' }).click()
  const form = sheet(page, 'Schedule New Appointment')
  await form.getByText("Choose a client to see when you're both free.").waitFor()
  await form.getByLabel('Client').selectOption({ label: `Zuleika ${lastName}` })
  await form.getByLabel('Title').fill('Opening the file')
  await form.getByText('In person', { exact: true }).click()
  const times = await chooseDay(page)
  await times.getByRole('radio').first().press('Space')
  await form.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expectToast(page, { title: 'Appointment scheduled', description: 'Opening the file' })
  await client.page.goto('/appointments')
  await card(client.page, 'Opening the file')
    .getByText(/At our office/)
    .waitFor()
  expect(await client.ask(appointments.list, {})).toMatchObject([
    { title: 'Opening the file', location: null },
  ])
})
