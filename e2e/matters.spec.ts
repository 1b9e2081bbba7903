import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { lists } from '#contract/firm/lists.ts'
import { firmMatterPath } from '#contract/kit/pages.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import type { Device } from './browser.ts'
import { journeys, type Visit } from './journey.ts'
import { expectHeading, expectNoSidewaysScroll, expectToast } from './page-actions/seen.ts'

const test = journeys()

for (const device of ['desktop', 'phone'] satisfies Device[])
  test(`a matter goes from the request to its closing and back, both sides looking on, on a ${device}`, async ({
    visit,
  }) => {
    const [client, firm] = [await visit({ device }), await visit({ device })]
    const title = `A lease, on a ${device}`
    const { firstName, lastName, email } = await client.signUp({ lastName: `Of the ${device}` })
    const name = `${firstName} ${lastName}`
    await enterFirm(firm, 'priya')

    await askFor(client.page, title)
    await openIt(firm.page, `${title}, ${name}`)
    await seeOpened(client.page, title)
    await setNextStep(firm.page)
    await client.page.getByText('With the landlord').first().waitFor()
    await client.page.getByText('They sign the lease').first().waitFor()

    await moveOn(firm.page, client.page)

    await closeIt(client.page, title)
    await firm.page.getByRole('main').getByRole('button', { name: 'Reopen case' }).waitFor()
    await reopenAsAdministrator(await visit(), { title, name, email })
    await client.page.getByText('We look at it again').waitFor()
    await seeTimeline(client.page, title)
  })

test('the pages of matters fit a window of 320 pixels, and are accessible', async ({ visit }) => {
  const narrow = { viewport: { width: 320, height: 700 } }
  const client = await visit(narrow)
  await client.ask(accounts.login, { username: 'testuser', password: demoPassword })
  await client.page.goto('/cases')
  await client.page.getByRole('tab', { name: 'All Cases 3' }).click()
  await client.page.getByText(/HR-\d{4}-00003/).waitFor()
  await expectNoSidewaysScroll(client.page)
  await expectAccessibleAsWorn(client.page, 'cases')
  await client.page.getByRole('button', { name: /^Timeline of Purchase/ }).click()
  await client.page.getByRole('list', { name: 'Timeline' }).waitFor()
  await expectAccessibleAsWorn(client.page, 'case')

  const firm = await visit(narrow)
  await enterFirm(firm, 'priya')
  await expectNoSidewaysScroll(firm.page)
  await expectAccessibleAsWorn(firm.page, 'firm cases')
  await firm.page.getByRole('link', { name: /^Decide: A will/ }).click()
  await firm.page.getByRole('button', { name: 'Open case' }).click()
  await expectNoSidewaysScroll(firm.page)
  await expectAccessibleAsWorn(firm.page, 'firm case')
  await firm.page.goto('/firm/cases')
  await firm.page.getByRole('link', { name: /^View: Purchase of Flat 4/ }).click()
  await firm.page.getByRole('button', { name: 'Move to Enquiries' }).waitFor()
  await expectNoSidewaysScroll(firm.page)
  await expectAccessibleAsWorn(firm.page, 'firm case with stages')
  await firm.page.getByRole('button', { name: 'Edit details' }).click()
  await expectAccessibleAsWorn(firm.page, 'firm case details')
})

test('a case that a colleague restricts leaves the page on which another has it open', async ({ visit }) => {
  const awaited = [/status of 404/, /We couldn't find that case/]
  const [priya, marcus] = [await visit({ awaited }), await visit()]
  await enterFirm(priya, 'priya')
  await marcus.ask(accounts.login, { username: 'marcus', password: demoPassword })
  const title = 'Estate of Edward Holloway'
  const { rows } = await marcus.ask(lists.matters, {})
  const id = rows.find((matter) => matter.title === title)?.id
  if (id === undefined) throw new Error(`Marcus has no “${title}”`)

  await priya.page.goto(firmMatterPath(id))
  await expectHeading(priya.page, title)
  await marcus.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const notice = priya.page.getByRole('alert')
  await notice.getByRole('link', { name: 'All cases' }).waitFor()
  await expect(priya.page.getByText('Holloway')).toHaveCount(0)
  await marcus.ask(matterParties.saveAccess, { id, isRestricted: false, memberIds: [] })
})

test('the firm’s matters are no page for a client', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp()
  await page.goto('/firm/cases')
  await expectHeading(page, '404 Page Not Found')
})

async function enterFirm({ page, ask }: Visit, username: string) {
  await ask(accounts.login, { username, password: demoPassword })
  await page.goto('/firm/cases')
  await expectHeading(page, 'Cases')
  await page.getByRole('region', { name: 'List of cases' }).waitFor()
}

async function askFor(page: Page, title: string) {
  await page.goto('/cases')
  await page.getByText('Get started by creating your first case').waitFor()
  await page.getByRole('button', { name: 'Create Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Case' })
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await dialog.getByText('Please give the case a title').waitFor()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Type').selectOption('Property')
  await dialog.getByLabel('Description').fill('A shop of 40 square metres.')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expectToast(page, { title: 'Case requested' })
  await page.getByRole('tab', { name: 'Pending 1' }).waitFor()
  await page.getByRole('heading', { level: 2, name: title }).waitFor()
  expect(await page.getByRole('tab', { selected: true }).innerText()).toContain('Pending')
}

async function openIt(page: Page, name: string) {
  await page.getByRole('link', { name: `Decide: ${name}` }).click()
  const matter = page.getByRole('main')
  await matter.getByRole('button', { name: 'Open case' }).click()
  await matter.getByLabel('The client').check()
  await matter.getByLabel('Next step').fill('Send us the plan of the shop')
  await matter.getByRole('button', { name: 'Open case' }).click()
  await matter.getByRole('button', { name: 'Set next step' }).waitFor()
}

async function seeOpened(page: Page, title: string) {
  await page.getByRole('tab', { name: 'Open 1' }).click()
  await page.getByText('Your turn', { exact: true }).waitFor()
  await page.getByText('Send us the plan of the shop').waitFor()
  await page.getByRole('button', { name: /^Notifications.*1/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByRole('link', { name: /Your case is open/ }).click()
  const details = page.getByRole('dialog', { name: title })
  await details.getByText('Case opened').waitFor()
  await details.getByRole('button', { name: 'Close' }).click()
  await details.waitFor({ state: 'detached' })
}

async function setNextStep(page: Page) {
  const matter = page.getByRole('main')
  await matter.getByRole('button', { name: 'Set next step' }).click()
  await matter.getByLabel('Someone else').check()
  await matter.getByLabel('Who?').fill('the landlord')
  await matter.getByLabel('Next step').fill('They sign the lease')
  await matter.getByRole('button', { name: 'Set next step' }).click()
  await matter.getByText('With the landlord').first().waitFor()
}

/** The client sees the new stage at once. An undone change disappears again, without a notification. */
async function moveOn(firm: Page, client: Page) {
  await firm.getByRole('button', { name: 'Move to Identity' }).click()
  await client.getByText('Stage 2 of 6').waitFor()
  await firm.getByRole('button', { name: 'Undo' }).click()
  await client.getByText('Stage 1 of 6').waitFor()
}

async function closeIt(page: Page, title: string) {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Close Case' }).click()
  const question = page.getByRole('alertdialog', { name: 'Close this case?' })
  await question.getByText(/an administrator can undo it/).waitFor()
  await question.getByRole('button', { name: 'Close Case' }).click()
  await expectToast(page, { title: 'Case closed', description: title })
  await page.getByRole('tab', { name: 'Closed 1' }).waitFor()
  await page.getByRole('tab', { name: 'Open 0' }).waitFor()
}

/** The client is a colleague's, so the administrator joins the team first. */
async function reopenAsAdministrator(
  visit: Visit,
  { title, name, email }: { title: string; name: string; email: string },
) {
  await enterFirm(visit, 'admin')
  await visit.page.getByRole('button', { name: 'Work with another client' }).click()
  await visit.page.getByLabel('Client’s email address').fill(email)
  await visit.page.getByRole('button', { name: 'Join the team' }).click()
  await expectHeading(visit.page, name)
  await visit.page.getByRole('link', { name: title }).first().click()
  const matter = visit.page.getByRole('main')
  await matter.getByRole('button', { name: 'Reopen case' }).click()
  await matter.getByLabel('Next step').fill('We look at it again')
  await matter.getByRole('button', { name: 'Reopen case' }).click()
  await matter.getByText('Our turn').first().waitFor()
}

async function seeTimeline(page: Page, title: string) {
  await page.getByRole('button', { name: `Timeline of ${title}` }).click()
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await timeline.getByText('Case reopened').waitFor()
  const happened = await timeline.getByRole('listitem').allInnerTexts()
  expect(happened.map((text) => text.split(/ ·|\n/)[0])).toEqual([
    'Case reopened',
    'Case closed',
    'Next step',
    'Case opened',
    'Case requested',
  ])
}
