import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { messages } from '#contract/messages.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { journeys, type Visit } from './journey.ts'
import { chooseFile } from './page-actions/documents.ts'
import { expectHeading, expectNoSidewaysScroll, expectToast, expectUncovered } from './page-actions/seen.ts'
import { statement } from './test-documents.ts'

const test = journeys()

const asPriya = async ({ ask }: Visit) => {
  await ask(accounts.login, { username: 'priya', password: demoPassword })
  return ask(accounts.current, {})
}
const box = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Message to ${name}`, exact: true })
const talk = (page: Page) => page.getByRole('region', { name: 'Messages' })
const said = (page: Page, words: string) => talk(page).getByText(words, { exact: true })

test('a client and their fee earner write to each other, and each sees the other without loading again', async ({
  visit,
}) => {
  const [client, firm] = [await visit(), await visit()]
  const { user, firstName } = await client.signUp({ firstName: 'Quentin' })
  await asPriya(firm)
  // The conversation is not open, so the message stays unread and the navigation says so.
  await client.page.goto('/documents')
  await expectHeading(client.page, 'Documents')
  await firm.ask(messages.send, { receiverId: user.id, content: 'Welcome, Quentin.' })
  const entry = client.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Messages\s*1\s*unread/ })
  await entry.waitFor()
  await client.page.getByRole('button', { name: /Notifications.*1/ }).click()
  await client.page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /New message from Priya Raman/ })
    .first()
    .click()
  await said(client.page, 'Welcome, Quentin.').waitFor()
  await expectHeading(client.page, 'Messages')
  await client.page.getByText('We usually reply within one working day. Office hours: Monday').waitFor()
  await box(client.page, 'Priya Raman').fill('When do we exchange?')
  await client.page.keyboard.press('Shift+Enter')
  await client.page.keyboard.type('And where?')
  await client.page.keyboard.press('Enter')
  await expectToast(client.page, { title: 'Message sent' })
  await said(client.page, 'When do we exchange?\nAnd where?').waitFor()
  await talk(client.page).getByText('Sent', { exact: true }).waitFor()

  await firm.page.goto('/firm/messages')
  const contacts = firm.page.getByRole('navigation', { name: 'Contacts' })
  // The contact with a new message comes first and is opened automatically.
  await contacts.getByRole('button', { name: new RegExp(`${firstName} Okafor`) }).waitFor()
  await said(firm.page, 'When do we exchange?\nAnd where?').waitFor()
  await talk(client.page).getByText('Read', { exact: true }).waitFor()
  const row = contacts.getByRole('listitem').filter({ hasText: `${firstName} Okafor` })
  await expect.poll(() => row.getByText('unread').count()).toBe(0)

  await box(firm.page, `${firstName} Okafor`).pressSequentially('On Fri')
  await client.page.getByText('Priya is typing…').waitFor()
  await firm.page.keyboard.type('day, here.')
  await firm.page.keyboard.press('Enter')
  await said(client.page, 'On Friday, here.').waitFor()
  await client.page
    .getByRole('log', { name: 'New messages' })
    .getByText('Priya Raman: On Friday, here.')
    .waitFor()
  await client.page.getByText('Priya is typing…').waitFor({ state: 'detached' })
  await talk(firm.page).getByText('Read', { exact: true }).waitFor()

  await expectAccessibleAsWorn(client.page, 'messages')
  await expectAccessibleAsWorn(firm.page, 'firm messages')
})

test('an unsent message survives a reload, and is sent once', async ({ visit }) => {
  const visited = await visit({ awaited: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/] })
  const { page, ask, context, signUp } = visited
  await signUp()
  // The portal accepts the message, but its response is lost. Routed before the page opens, as Chromium has let a
  // request through that left just after its route was set.
  let isLost = false
  await page.route('**/api/messages', async (route) => {
    if (!isLost) return route.continue()
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await page.goto('/messages')
  await box(page, 'Priya Raman').fill('Half a thought')
  await page.reload()
  await expect.poll(() => box(page, 'Priya Raman').inputValue()).toBe('Half a thought')

  isLost = true
  await box(page, 'Priya Raman').press('Enter')
  await expectToast(page, { title: 'Failed to send message' })
  // Whether the response or the live event reports the message, it appears only once.
  await said(page, 'Half a thought').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await context.setOffline(true)
  await box(page, 'Priya Raman').fill('Another one')
  await box(page, 'Priya Raman').press('Enter')
  await said(page, 'Another one').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Not sent, try again' }).count())
    .toBeGreaterThan(0)
  await context.setOffline(false)
  await page.reload()
  for (const words of ['Half a thought', 'Another one']) await said(page, words).waitFor()
  for (const button of await page.getByRole('button', { name: 'Not sent, try again' }).all())
    await button.click({ timeout: 2_000 }).catch(() => {})
  await expect
    .poll(async () => (await ask(messages.list, {})).map(({ content }) => content))
    .toEqual(['Another one', 'Half a thought'])
  await expect.poll(() => page.getByRole('button', { name: 'Not sent, try again' }).count()).toBe(0)
  expect(await said(page, 'Half a thought').count()).toBe(1)
})

test('on a phone the list comes first, then the conversation with a way back', async ({ visit }) => {
  const visited = await visit({ device: 'phone' })
  const { page, signUp } = visited
  await signUp()
  await page.goto('/messages')
  await expectHeading(page, 'Messages')
  await expectAccessibleAsWorn(page, 'contacts on a phone')
  await page.getByPlaceholder('Search contacts...').fill('nobody')
  await page.getByText('No contacts found').waitFor()
  await page.getByPlaceholder('Search contacts...').fill('ya ram')
  await page.getByRole('button', { name: /Priya Raman/ }).click()
  await box(page, 'Priya Raman').fill('First line')
  await page.keyboard.press('Enter')
  await page.keyboard.type('second line')
  expect(await box(page, 'Priya Raman').inputValue()).toBe('First line\nsecond line')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await said(page, 'First line\nsecond line').waitFor()
  await expectToast(page, { title: 'Message sent' })
  await expectUncovered(
    page,
    box(page, 'Priya Raman'),
    page.getByRole('button', { name: 'Back to contacts' }),
  )
  await expectAccessibleAsWorn(page, 'conversation on a phone')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Back to contacts' }).click()
  await page.getByRole('button', { name: /You: First line/ }).waitFor()
  await expectNoSidewaysScroll(page)
})

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '{{constructor.constructor("alert(1)")()}}',
]

test('any message is shown as text on both sides, and only safe addresses become links', async ({
  visit,
}) => {
  const [client, firm] = [await visit(), await visit()]
  const { user } = await client.signUp({ firstName: '<b>Rosa</b>' })
  const priya = await asPriya(firm)
  for (const content of payloads) {
    await client.ask(messages.send, { receiverId: priya.id, content })
    await firm.ask(messages.send, { receiverId: user.id, content })
  }
  // The second letter is Cyrillic.
  const trick = 'https://bаnk.example.com/pay'
  await client.ask(messages.send, { receiverId: priya.id, content: `${trick} or https://www.gov.uk/` })
  for (const [{ page }, path] of [
    [client, '/messages'],
    [firm, `/firm/messages?with=${user.id}`],
  ] as const) {
    await page.goto(path)
    const link = talk(page).getByRole('link', { name: /gov\.uk/ })
    await link.waitFor()
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    await talk(page)
      .getByRole('link', { name: /\(xn--bnk-6cd\.example\.com\)/ })
      .waitFor()
    for (const content of payloads.slice(-3)) await said(page, content).first().waitFor()
    const hrefs = await talk(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const href of hrefs) expect(href).toMatch(/^(https?|mailto|tel):/)
    expect(await page.locator('script:not([src]):not([nonce]), iframe, img[src=x]').count()).toBe(0)
  }
})

test('a document goes along with a message, and the other side opens it', async ({ visit }) => {
  const [client, firm] = [await visit(), await visit()]
  const { user } = await client.signUp()
  const priya = await asPriya(firm)
  const { page } = client
  await page.goto('/messages')
  await page.getByRole('button', { name: 'Attach documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach documents' })
  await chooseFile(dialog, await statement({ name: 'letter.pdf' }))
  await dialog.getByRole('checkbox', { name: /letter\.pdf/, checked: true }).waitFor()
  await expectAccessibleAsWorn(page, 'attaching')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await box(page, 'Priya Raman').fill('Here it is')
  await page.keyboard.press('Enter')
  await talk(page)
    .getByRole('link', { name: /letter\.pdf/ })
    .waitFor()
  await firm.page.goto(`/firm/messages?with=${user.id}`)
  const href = await talk(firm.page)
    .getByRole('link', { name: /letter\.pdf/ })
    .getAttribute('href')
  const reply = await firm.context.request.get(href ?? '')
  expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect(priya.role).toBe('fee_earner')
})

test('a long history comes by pages as it is read back, and what is read stays in its place', async ({
  visit,
}) => {
  const client = await visit()
  const { page, ask } = client
  await client.signUp()
  const [priya] = await ask(messages.contacts, {})
  if (!priya) throw new Error('The client has no team')
  for (let n = 0; n < 260; n += 1)
    await ask(messages.send, { receiverId: priya.id, content: `Number ${n}${' and more'.repeat(n % 30)}` })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/messages?*before=*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/messages')
  await talk(page)
    .getByText(/^Number 259/)
    .waitFor()
  expect(await talk(page).getByRole('listitem').count()).toBeLessThan(60)
  await talk(page).evaluate((scroller) => scroller.scrollTo(0, 0))
  await talk(page)
    .getByText(/^Number 60/)
    .waitFor()
  await page.getByText('Loading older messages…').waitFor()
  const anchor = talk(page).getByText(/^Number 63/)
  const before = await anchor.boundingBox()
  release()
  await page.getByText('Loading older messages…').waitFor({ state: 'detached' })
  await expect
    .poll(async () => Math.abs(((await anchor.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
    .toBeLessThan(3)
  await expect
    .poll(async () => {
      await talk(page).evaluate((scroller) => scroller.scrollTo(0, 0))
      return talk(page).getByText('Number 0', { exact: true }).count()
    })
    .toBe(1)
  await page.getByRole('button', { name: 'Newest' }).click()
  const newest = talk(page).getByText(/^Number 259/)
  await expect.poll(() => isInSight(newest), { timeout: 30_000 }).toBe(true)
  // As when a phone's on-screen keyboard opens.
  await page.setViewportSize({ width: 1360, height: 480 })
  await expect.poll(() => isInSight(newest), { timeout: 30_000 }).toBe(true)
})

const isInSight = (line: Locator) =>
  line.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect()
    const place = element.closest('[role=region]')?.getBoundingClientRect()
    return place !== undefined && bottom > place.top && bottom <= place.bottom
  })
