import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { sendPaper } from './arrange.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { journeys, type Visit } from './journey.ts'
import { signIn } from './page-actions/accounts.ts'
import { expectHeading, expectNoSidewaysScroll } from './page-actions/seen.ts'
import { statement } from './test-documents.ts'

const test = journeys()

for (const device of ['desktop', 'phone'] as const)
  test(`each notification leads to the thing it tells of, on a ${device}`, async ({ visit }) => {
    const [client, firm] = [await visit({ device }), await visit()]
    const { page } = client
    const person = await client.signUp()
    await firm.ask(accounts.login, { username: 'priya', password: demoPassword })
    await causeEveryNotification(client, firm, person.user.id)
    const linkOf = await linksOf(client)

    // Someone who follows a link in an email may not be signed in yet.
    await client.context.clearCookies()
    await page.goto(linkOf('An appointment was booked'))
    await signIn(page, person)
    await expectMarked(page, 'The second one')
    await expectNoSidewaysScroll(page)
    await expectAccessibleAsWorn(page, 'a marked appointment')

    await page.goto('/settings')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('link', { name: /Your document was accepted/ }).click()
    await page.getByRole('dialog').getByText('statement.pdf').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')

    await page.goto(linkOf('Your case is open'))
    await page.getByRole('dialog', { name: 'A lease' }).waitFor()
    await page.goto(linkOf('An appointment was cancelled'))
    await page.getByRole('region', { name: 'From your notification' }).getByText('Cancelled').waitFor()
  })

test('the firm is led to the appointment that a client has booked', async ({ visit }) => {
  const [client, firm] = [await visit(), await visit()]
  await client.signUp({ lastName: 'Booking' })
  const [first] = await freeTimes(client)
  if (!first) throw new Error('Nobody has time.')
  await client.ask(appointments.book, { title: 'About the survey', ...first })
  await firm.ask(accounts.login, { username: 'priya', password: demoPassword })
  await firm.page.goto((await linksOf(firm))('An appointment was booked'))
  await expectMarked(firm.page, 'About the survey')
})

test('a link to what is gone, or somebody else’s, says so calmly', async ({ visit }) => {
  const [other, { page, signUp }] = [await visit(), await visit({ viewport: narrow })]
  await other.signUp()
  const { document } = await sendPaper(other, await statement(), 'proof_of_address')
  await signUp()
  for (const [path, thing] of [
    [`/documents?document=${document.id}`, 'document'],
    [`/appointments?appointment=${document.id}`, 'appointment'],
    [`/payments?payment=${document.id}`, 'payment'],
    [`/cases?case=${document.id}`, 'case'],
    [`/signatures?sign=${document.id}`, 'document'],
    [`/messages?with=${document.id}`, 'conversation'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('status').getByText(`We couldn't find that ${thing}`).waitFor()
    await expectNoSidewaysScroll(page)
  }
})

const narrow = { width: 320, height: 700 }

/** Expects the target of a link to be marked and focused, so that a keyboard user continues from there. */
async function expectMarked(page: Page, title: string) {
  await expectHeading(page, 'Appointments')
  const marked = page.getByRole('main').locator('li[aria-current=true]')
  await marked.getByRole('heading', { name: title }).waitFor()
  await expect.poll(() => marked.evaluate((element) => element === document.activeElement)).toBe(true)
  const box = await marked.boundingBox()
  expect(box && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0)).toBe(true)
}

async function freeTimes({ ask }: Visit) {
  const from = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const to = new Date(Date.now() + 27 * 86_400_000).toISOString().slice(0, 10)
  const days = await ask(appointments.slots, { from, to, duration: 30 })
  // At least half an hour apart.
  const times = days.flatMap((day) => day.times).filter((_, at) => at % 4 === 0)
  return times.map((startTime) => ({ startTime, endTime: new Date(startTime.getTime() + 30 * 60_000) }))
}

/** The firm does one of each thing that a client is notified about. */
async function causeEveryNotification(client: Visit, { ask }: Visit, clientId: UserId) {
  const [first, second, third] = await freeTimes(client)
  if (!first || !second || !third) throw new Error('Nobody has time.')
  await ask(firmAppointments.book, { clientId, title: 'The first one', ...first })
  const off = await ask(firmAppointments.book, { clientId, title: 'The third one', ...third })
  await ask(appointments.cancel, { id: off.id })
  await ask(firmAppointments.book, { clientId, title: 'The second one', ...second })
  const step = { whose: 'client', nextStep: 'Send us the draft.' } as const
  const lease = { title: 'A lease', type: 'Property', priority: 'medium', description: 'Of a shop.' } as const
  await ask(matters.start, { clientId, ...lease, ...step })
  const { document } = await sendPaper(client, await statement({ name: 'statement.pdf' }), 'proof_of_address')
  await ask(reviews.accept, { id: document.id })
}

/** Returns the link of the newest notification with a title. */
async function linksOf({ ask }: Visit) {
  const received = await ask(notifications.list, {})
  return (title: string) => {
    const link = received.find((candidate) => candidate.title === title)?.link
    if (!link) throw new Error(`Nothing leads from “${title}”.`)
    return link
  }
}
