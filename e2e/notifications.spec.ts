import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm as firmRoom } from '#contract/firm/firm.ts'
import { mail } from '#contract/mail.ts'
import { messages } from '#contract/messages.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { signedIn } from '#server/testing/answers.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import type { Device } from './browser.ts'
import { journeys, type Visit } from './journey.ts'
import { expectHeading, expectNoSidewaysScroll, expectPath, expectToast } from './page-actions/seen.ts'

const test = journeys()
const as = async ({ ask }: Visit, username: 'priya' | 'admin') =>
  signedIn(await ask(accounts.login, { username, password: demoPassword }))

const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const ringing = /^Notifications.*1/
const silent = 'Notifications'
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save preferences' }).click()
  await expectToast(page, { title: 'Notification preferences updated' })
}

for (const device of ['desktop', 'phone'] satisfies Device[])
  test(`a client is told what they chose to be told, and finds the way to it, on a ${device}`, async ({
    visit,
  }) => {
    const [client, firm, partner] = [await visit({ device }), await visit(), await visit()]
    const { page } = client
    const { user } = await client.signUp()
    const [priya, alex] = await Promise.all([as(firm, 'priya'), as(partner, 'admin')])
    await partner.ask(firmRoom.joinTeam, { email: user.email })
    await partner.ask(firmRoom.assign, { id: user.id, feeEarnerId: priya.id, memberIds: [alex.id] })

    await page.goto('/settings?tab=notifications')
    await expectHeading(page, 'Account Settings')
    const chosen = page.getByRole('switch', { name: 'Messages' })
    await chosen.click()
    await save(page)
    await page.reload()
    await expect.poll(() => chosen.getAttribute('aria-checked')).toBe('false')
    await expectNoSidewaysScroll(page)
    await expectAccessibleAsWorn(page, 'notification preferences')
    await firm.ask(messages.send, { receiverId: user.id, content: 'The bell does not ring.' })

    await chosen.press('Space')
    await save(page)
    await bell(page, silent).waitFor()
    // The bell rings only for the first unread message of a conversation, so someone else begins one.
    await partner.ask(messages.send, { receiverId: user.id, content: 'Now it does.' })
    await bell(page, ringing).click()
    await list(page).getByText('New message from Alex Hartley', { exact: true }).waitFor()
    expect(await list(page).getByText('Unread', { exact: true }).count()).toBe(1)
    await expectAccessibleAsWorn(page, 'bell')
    await list(page).getByRole('button', { name: 'Mark all as read' }).click()
    await list(page).getByText('Unread', { exact: true }).waitFor({ state: 'detached' })
    await list(page)
      .getByRole('link', { name: /New message from Alex Hartley/ })
      .click()
    await expectPath(page, '/messages')
    await page.getByText('Now it does.').first().waitFor()
    await bell(page, silent).waitFor()
  })

test('an administrator reads in the outbox what was mailed, and nobody else does', async ({ visit }) => {
  const [client, firm, admin] = [
    await visit(),
    await visit(),
    await visit({ viewport: { width: 320, height: 700 } }),
  ]
  const { user, email } = await client.signUp()
  await Promise.all([as(firm, 'priya'), as(admin, 'admin')])
  const { page } = admin
  await page.goto('/firm/mails')
  await expectHeading(page, 'Outbox')
  await page.getByText("No mail server is set up, so emails aren't being delivered").waitFor()
  await expectNoSidewaysScroll(page)

  // The secret is only in the message. The email just says that there is one.
  await firm.ask(messages.send, { receiverId: user.id, content: 'The sort code is 12-34-56.' })
  const isMailed = async () =>
    (await admin.ask(mail.list, {})).some(
      ({ to, subject }) => to === email && subject.includes('You have a new message'),
    )
  await expect.poll(isMailed).toBe(true)
  const row = page.getByRole('row').filter({ hasText: email }).filter({ hasText: 'You have a new message' })
  // At night emails are held back, and the page hears nothing of those, so it may need a reload to show them.
  await row.waitFor({ timeout: 5_000 }).catch(() => page.reload())
  await row.getByRole('button').click()
  const letter = page.frameLocator('iframe')
  await letter.getByText(`Dear ${user.firstName},`).waitFor()
  await letter.getByText('We never send bank details by email.').waitFor()
  expect(await letter.getByRole('link', { name: 'Read it' }).getAttribute('href')).toMatch(/\/messages/)
  await page.getByRole('tab', { name: 'As plain text' }).click()
  const text = await page.getByText('Dear').innerText()
  expect(text).toContain("There's a new message for you in the portal.")
  expect(text).not.toContain('12-34-56')
  await expectAccessibleAsWorn(page, 'outbox')
  await expectNoSidewaysScroll(page)

  for (const { page } of [client, firm]) {
    await page.goto('/firm/mails')
    await expectHeading(page, /not/i)
  }
})
