import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { forms } from '#contract/forms/forms.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { payments } from '#contract/payments/payments.ts'
import { consent, signatures } from '#contract/signatures/signatures.ts'
import { witness } from '#contract/signatures/witness.ts'
import { tasks } from '#contract/tasks.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { sendPaper } from './arrange.ts'
import { expectAccessibleAsWorn } from './axe.ts'
import { journeys, type Visit } from './journey.ts'
import {
  enterCode,
  expectNoWitness,
  expectOtherNameRefused,
  introduce,
  inviteWitness,
  openDeed,
  signAsWitness,
} from './page-actions/deeds.ts'
import { linkIn } from './page-actions/mails.ts'
import { expectHeading, expectNoSidewaysScroll, expectToast } from './page-actions/seen.ts'
import { draw, save, sealing } from './page-actions/signatures.ts'
import { photograph } from './test-documents.ts'

const test = journeys()
const title = 'Purchase of 3 Mill Lane'
const deedName = 'Deed of transfer of a share'
const password = 'a lantern in the orchard'

test('a couple buys a house by the template: invited together, with a gift from an aunt, reviewed, a deed signed before a witness, moved on and closed', async ({
  visit,
}) => {
  const [firm, admin] = [await visit(), await visit()]
  const awaited = [/status of (409|422) .*\/witness/]
  const [grace, tom, aunt, neighbour] = [
    await visit({ awaited }),
    await visit({ device: 'phone' }),
    await visit({ device: 'phone' }),
    await visit({ device: 'phone', awaited }),
  ]
  await firm.ask(accounts.login, { username: 'priya', password: demoPassword })
  await admin.ask(accounts.login, { username: 'admin', password: demoPassword })
  await inviteCouple(firm.page)
  const id = MatterId.parse(new URL(firm.page.url()).pathname.split('/').at(-1))

  for (const [client, firstName] of [
    [grace, 'Grace'],
    [tom, 'Tom'],
  ] as const) {
    const email = `${firstName}.lindholm@example.com`
    await choosePassword(client, await linkIn(admin, { to: email, subject: /client portal/ }))
    await client.ask(accounts.login, { username: email, password })
    await client.ask(onboarding.complete, {})
  }
  await tom.page.goto('/cases')
  await tom.page.getByText(taskSteps.begin).waitFor()
  await expectNoSidewaysScroll(tom.page)

  // One client says where the money comes from and pays the fees. The other then has neither left to do.
  const funds = await taskCalled(grace, 'Where your money comes from')
  await grace.ask(forms.complete, { id: funds.id, formData: fundsWithGift })
  const fees = await taskCalled(grace, 'Pay search fees')
  const amount = fees.amount ?? 0
  await grace.ask(payments.pay, { taskId: fees.id, amount, currency: 'GBP', paymentMethod: 'card' })
  await firm.page.getByRole('tab', { name: /^Tasks/ }).click()
  await firm.page.getByText('Tom Lindholm: done by Grace Lindholm').first().waitFor()
  expect((await taskCalled(tom, 'Pay search fees')).status).toBe('completed')

  await letAuntIn(firm, aunt, id)
  const gift = await taskCalled(aunt, 'About your gift')
  await aunt.ask(forms.complete, { id: gift.id, formData: giftAnswers })
  // A guest sees their own tasks and nothing else of the case.
  expect((await aunt.ask(tasks.list, {})).map(({ title }) => title)).not.toContain('Pay search fees')
  await expectNoSidewaysScroll(aunt.page)
  await expectAccessibleAsWorn(aunt.page, 'the tasks of a guest')

  await reviewByKeyboard(firm.page, grace)
  await askInOwnWords(firm.page, grace.page, id)
  await sendDeedOfShare(firm.page, grace, id)
  await signBeforeWitness(grace, neighbour)
  await moveAndClose(firm.page, grace.page, id)
})

async function inviteCouple(page: Page) {
  await page.goto('/firm/clients')
  await page.getByRole('button', { name: 'Invite a client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a client' })
  await dialog.getByRole('button', { name: 'Add a joint client' }).click()
  for (const [at, name] of ['Grace', 'Tom'].entries()) {
    await dialog.getByLabel('First name').nth(at).fill(name)
    await dialog.getByLabel('Last name').nth(at).fill('Lindholm')
    await dialog.getByLabel('Email').nth(at).fill(`${name}.lindholm@example.com`)
  }
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Type').selectOption('Purchase')
  await dialog.getByLabel('Description').fill('A house with a garden, bought by two.')
  await expectAccessibleAsWorn(page, 'inviting clients')
  await dialog.getByRole('button', { name: 'Create 2 links' }).click()
  // The demo sends no email, so it says so and shows the links.
  const links = page.getByRole('dialog', { name: 'Share these links' })
  await links.getByLabel('Link for Grace Lindholm', { exact: true }).waitFor()
  await expectAccessibleAsWorn(page, 'the links to pass on')
  await links.getByRole('button', { name: 'Done' }).click()
  await expectHeading(page, title)
}

async function choosePassword({ page }: Visit, link: string) {
  await page.goto(link)
  for (const label of ['New password', 'Confirm new password'])
    await page.getByLabel(label, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname === '/auth')
}

async function taskCalled({ ask }: Visit, name: string) {
  const found = (await ask(tasks.list, {})).find((task) => task.title === name)
  if (!found) throw new Error(`The template asks for no “${name}”.`)
  return found
}

const unsaid = { dateOfBirth: '', email: '', phone: '' }
const fundsWithGift = {
  price: '385000',
  client_kind: 'people',
  own_money: '60000',
  sources: ['savings', 'mortgage', 'gift'],
  givers: [{ giver: { ...unsaid, name: 'Ines Carvalho' }, relation: 'My aunt', amount: '20000' }],
}
const giftAnswers = { amount: '20000', repayment: 'no', interest: 'no', source: 'savings', more: '' }

/** The code is passed on by telephone: it is shown once, and the link alone opens nothing. */
async function letAuntIn(firm: Visit, aunt: Visit, id: MatterId) {
  await firm.ask(matterParties.add, {
    id,
    role: 'giver_of_funds',
    kind: 'person',
    name: 'Ines Carvalho',
    email: 'ines.carvalho@example.com',
    phone: '07700 900512',
    number: '',
    detail: '',
  })
  const { page } = firm
  await page.getByRole('tab', { name: /^People/ }).click()
  await page.getByRole('button', { name: 'Invite Ines Carvalho as a guest' }).click()
  const dialog = page.getByRole('dialog', { name: /Ines Carvalho/ })
  await dialog.getByText('About your gift', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Ask for another document' }).click()
  await dialog.getByLabel('Which document do you need?').fill('A letter about your gift')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const code = (await dialog.getByText(/^\d{3} ?\d{3}$/).innerText()).replace(/\D/g, '')
  const link = await dialog.getByLabel('Link for Ines Carvalho', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'I’ve noted the code' }).click()
  await aunt.page.goto(link)
  await expectHeading(aunt.page, 'Hello Ines')
  await aunt.page.getByLabel('Six-digit code').fill(code)
  await aunt.page.getByRole('button', { name: 'Continue' }).click()
  await aunt.page.getByText('A letter about your gift').first().waitFor()
}

/** Works through the queue by keyboard: opens the waiting document and accepts it, which completes the task. */
async function reviewByKeyboard(page: Page, client: Visit) {
  await sendPaper(client, await photograph('savings.jpg'), 'proof_of_funds')
  await page.goto('/firm/documents')
  await page.locator('li', { hasText: 'savings.jpg' }).getByRole('link', { name: 'Grace Lindholm' }).click()
  await expectHeading(page, 'Grace Lindholm: Proof of funds')
  await page.getByRole('button', { name: 'Accept' }).waitFor()
  await page.keyboard.press('a')
  await expectToast(page, { title: 'Accepted' })
}

async function askInOwnWords(page: Page, client: Page, id: MatterId) {
  await page.goto(`/firm/cases/${id}`)
  await page.getByRole('button', { name: 'Ask for a document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a document' })
  await dialog.getByLabel('Grace Lindholm (client)').check()
  await dialog.getByLabel('Which document?').fill('Your marriage certificate')
  await dialog.getByRole('button', { name: 'Ask Grace' }).click()
  await client.goto('/')
  await client.getByText('Your marriage certificate').first().waitFor()
}

/**
 * A field of the letter that the portal has no value for holds the deed back, with words that say where it comes from.
 */
async function sendDeedOfShare(page: Page, client: Visit, id: MatterId) {
  await page.goto(`/firm/cases/${id}?tab=documents`)
  await page.getByRole('link', { name: 'Write a letter' }).click()
  await page.getByLabel('Template').selectOption({ label: `${deedName} (deed)` })
  await page.getByLabel(/^To\b/).selectOption('Grace Lindholm')
  await page.getByLabel('Name and address of the recipient').fill('Tom Lindholm')
  await page.getByLabel('Address of the property').fill('3 Mill Lane, Leeds LS1 2AB')
  await page.getByText(/^“Client’s address” is empty\./).waitFor()
  await client.ask(accounts.saveProfile, {
    firstName: 'Grace',
    lastName: 'Lindholm',
    email: 'Grace.lindholm@example.com',
    address: '12 Station Road',
    city: 'Leeds',
    postalCode: 'LS1 4DY',
  })
  await page.getByLabel('The share (for example, one half)').fill('one half')
  await page.getByText(/Grace Lindholm, of 12 Station Road, Leeds, LS1 4DY/).waitFor()
  await page.getByRole('button', { name: 'Send deed' }).click()
  await expectToast(page, { title: `${deedName} sent` })
}

/** Whoever signs, and whoever is a party to the case, is no witness; and no other name signs it, confirmed or not. */
async function signBeforeWitness(signer: Visit, neighbour: Visit) {
  const dialog = await openDeed(signer.page, deedName)
  await enterCode(neighbour.page, await inviteWitness(dialog))
  await expectNoWitness(neighbour.page, 'Ines Carvalho', /is a party to the deed/)
  await introduce(neighbour.page, 'Ana Silva')
  await dialog.getByText('Ana Silva is ready').waitFor()
  await expectOtherNameRefused(dialog, 'Grace Holm')
  const deed = (await signer.ask(signatures.requests, {})).find(({ name }) => name === deedName)
  if (!deed) throw new Error('There is no deed to sign.')
  for (const nameConfirmed of [false, true])
    await expect(
      signer.ask(witness.sign, {
        id: deed.id,
        typedName: 'Grace Holm',
        nameConfirmed,
        signaturePosition: 'bottom_right',
        consentVersion: consent.version,
      }),
    ).rejects.toMatchObject({ reason: 'name_differs' })
  await dialog.getByRole('tab', { name: 'Draw' }).click()
  await draw(signer.page, dialog)
  await save(dialog)
  await signAsWitness(neighbour.page, 'Ana Silva')
  await expectToast(signer.page, { title: 'Signature Saved' }, { within: sealing })
}

async function moveAndClose(page: Page, client: Page, id: MatterId) {
  await page.goto(`/firm/cases/${id}`)
  await page.getByRole('button', { name: 'Move to Identity and funds' }).click()
  await client.goto('/cases')
  await client.getByText('Stage 2 of 9').first().waitFor()
  await page.getByRole('button', { name: 'Close case' }).click()
  await page.getByText('This closes the case and tells your clients.').waitFor()
  await page.getByRole('button', { name: 'Close case' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Reopen case' }).waitFor()
  await client.getByRole('tab', { name: 'Closed 1' }).waitFor()
}
