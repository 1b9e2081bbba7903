import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { newPerson } from '#server/process/testing/browser.ts'
import { knownAccount } from './arrange.ts'
import { filmOfDocument, takePicture } from './camera.ts'
import { answerWith, failures, refusal } from './failed-answers.ts'
import { journeys } from './journey.ts'
import { register } from './page-actions/accounts.ts'
import {
  answerChat,
  answersToGuidedFlow,
  chatLog,
  expectWholeForm,
  option,
  press,
  sendInChat,
} from './page-actions/chat.ts'
import { expectHeading, expectNoSidewaysScroll, expectPath, expectToast, lines } from './page-actions/seen.ts'
import { passport, statement } from './test-documents.ts'

const test = journeys({ film: filmOfDocument })

/** Counts taps on the page, plus two for each file chosen in the file dialog. */
async function countTaps(page: Page) {
  let files = 0
  page.on('filechooser', () => {
    files += 1
  })
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => {
      sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1
    })
  })
  return async () => Number(await page.evaluate(() => sessionStorage.taps)) + 2 * files
}

test('on a phone a new client comes from the registration to the dashboard without a camera', async ({
  visit,
}) => {
  const { page, ask } = await visit({ device: 'phone', moves: true })
  const taps = await countTaps(page)
  const began = performance.now()
  await page.goto('/auth')
  await register(page, newPerson())
  await page.getByRole('button', { name: 'Start Verification' }).click()
  await expectPath(page, '/onboarding')
  await press(page, 'Agree', 'No, a person can do it', 'Upload documents instead', 'Passport')
  await sendInChat(page, await passport())
  await chatLog(page).getByText('Please upload proof of your address').waitFor({ timeout: 60_000 })
  await sendInChat(page, await statement())
  await press(page, 'Savings')
  await sendInChat(page, await statement({ name: 'savings.pdf' }))
  await expectWholeForm(page, 'Banking details')
  await page.getByRole('button', { name: 'Submit banking details' }).click()
  await page.getByText('Please enter a valid 8-digit account number').waitFor()
  await expectWholeForm(page, 'Banking details')
  await page.getByLabel(/^Sort code/).fill(knownAccount.sortCode)
  await page.getByLabel(/^Account number/).fill(knownAccount.accountNumber)
  await page.getByRole('button', { name: 'Submit banking details' }).click()
  await chatLog(page).getByText('Thank you. Here is what I have so far:').waitFor()
  await press(page, 'No, everything is correct', 'Yes, this is correct')
  await chatLog(page)
    .getByText(/Great! Your identity verification is now complete/)
    .waitFor()
  await expectHeading(page, 'Welcome, Amara!')
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Dashboard' }).waitFor()
  expect(await taps()).toBeLessThanOrEqual(26)
  expect(performance.now() - began).toBeLessThan(180_000)
  const { consents } = await ask(onboarding.show, {})
  expect(consents.map(({ kind, isGiven }) => [kind, isGiven])).toEqual([
    ['processing', true],
    ['face_comparison', false],
  ])
})

test('what is asked in two windows is answered in one, and the other goes on by itself', async ({
  visit,
}) => {
  const { page, context, signUp } = await visit()
  await signUp({ isNew: true })
  await page.goto('/onboarding')
  await option(page, 'Agree').waitFor()
  const other = await context.newPage()
  await other.goto('/onboarding')
  await press(other, 'Agree')
  for (const each of [page, other]) await option(each, 'Yes, compare them').waitFor()
  const answered = await lines(chatLog(page))
  await expect.poll(() => lines(chatLog(other))).toEqual(answered)
})

test('a message survives a lost connection: it is marked, sent again, and appears once', async ({
  visit,
}) => {
  // The window of a laptop at 200% zoom, where the input is above the tabs.
  const zoomed = { width: 680, height: 450 }
  const visited = await visit({ viewport: zoomed, awaited: [/ERR_INTERNET_DISCONNECTED/] })
  const { page, context, ask, signUp } = visited
  await signUp({ isNew: true })
  await page.goto('/onboarding')
  await option(page, 'Agree').waitFor()
  const field = await page.getByLabel('Message to Obi').boundingBox()
  const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox()
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
  await context.setOffline(true)
  await page.getByLabel('Message to Obi').fill('Is my data secure?')
  await page.keyboard.press('Enter')
  await chatLog(page).getByText('Not sent').waitFor()
  await context.setOffline(false)
  await chatLog(page).getByText('Not sent').waitFor({ state: 'detached' })
  const said = async () => {
    const { messages } = await ask(onboarding.show, {})
    return messages.filter(({ content }) => content === 'Is my data secure?')
  }
  await expect.poll(said).toHaveLength(1)
  await expect.poll(() => chatLog(page).getByText('Is my data secure?').count()).toBe(1)
  expect(await said()).toHaveLength(1)
})

test('a session that is finished on a phone goes on by itself on the desktop', async ({ visit }) => {
  const { page, ask, signUp } = await visit()
  await signUp({ isNew: true })
  await answerChat(ask, "Let's begin", 'Agree', 'No, a person can do it')
  await page.goto('/onboarding')
  await press(page, 'Start Verification')
  const modal = page.getByRole('dialog', { name: 'Your verification' })
  const frame = modal.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Which document do you have to hand, Amara?' }).waitFor()

  const phone = await visit({ device: 'phone' })
  await phone.context.grantPermissions(['camera'])
  const address = await modal.locator('iframe').getAttribute('src')
  await phone.page.goto(address ?? '')
  await phone.page.getByRole('button', { name: /^Passport/ }).click()
  await takePicture(phone.page, 'Photograph your passport')
  await takePicture(phone.page, 'Photograph a proof of address')
  await phone.page.getByRole('button', { name: 'Finish' }).click()

  await modal.waitFor({ state: 'detached', timeout: 60_000 })
  expect((await ask(onboarding.show, {})).stage).not.toBe('upload_document')
})

test('a selfie is taken once the camera was given, looked at, and sent; a name that changed is left to the dashboard', async ({
  visit,
}) => {
  const { page, context, ask, signUp } = await visit({ device: 'phone', awaited: failures })
  const { user } = await signUp({ isNew: true })
  await answerChat(ask, ...answersToGuidedFlow)
  await page.goto('/onboarding')
  await sendInChat(page, await passport())
  await option(page, 'Take selfie').click({ timeout: 60_000 })
  await page.getByText('Camera Access Error').waitFor()
  await context.grantPermissions(['camera'])
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('button', { name: 'Capture' }).click()
  await page.getByRole('button', { name: 'Retake' }).click()
  await page.getByRole('button', { name: 'Capture' }).click()
  const undo = await answerWith(page, onboarding.upload, refusal('internal', 'It broke.'))
  await page.getByRole('button', { name: 'Use Photo' }).click()
  await expectToast(page, { title: 'Upload Error', description: 'Failed to upload selfie.' })
  await undo()
  await option(page, 'Take selfie').click()
  await page.getByRole('button', { name: 'Capture' }).click()
  await page.getByRole('button', { name: 'Use Photo' }).click()
  await chatLog(page)
    .getByText(/^selfie_\d{4}-\d\d-\d\d_\d{6}\.jpg$/)
    .waitFor()

  // The camera shows no face.
  await option(page, 'Send it as it is').click({ timeout: 60_000 })
  await chatLog(page).getByText('Please upload proof of your address').waitFor()
  const bank = { kind: 'banking_details' as const, ...knownAccount }
  await answerChat(ask, 'Skip this step', 'Other', 'Skip this step', bank)
  const { email, lastName } = user
  await ask(accounts.saveProfile, { firstName: 'Zoltan', lastName, email })
  await press(page, 'No, everything is correct')
  await chatLog(page).getByText('Data verification failed. You can address this on the dashboard.').waitFor()
  await expectHeading(page, 'Welcome, Zoltan!')
})

test('details that do not match are explained, corrected and confirmed', async ({ visit }) => {
  const { page, ask, signUp } = await visit()
  await signUp({ isNew: true })
  const bank = { kind: 'banking_details' as const, ...knownAccount }
  await answerChat(
    ask,
    ...answersToGuidedFlow.slice(0, 2),
    'No, a person can do it',
    ...answersToGuidedFlow.slice(3),
  )
  await page.goto('/onboarding')
  await sendInChat(page, await passport())
  await option(page, 'Skip this step').waitFor({ timeout: 60_000 })
  await answerChat(ask, 'Skip this step', 'Other', 'Skip this step', bank)
  await press(page, 'Yes, there are changes')
  const fill = (label: RegExp, words: string) => page.getByRole('textbox', { name: label }).fill(words)
  await fill(/^First name/, 'Zoltan')
  await fill(/^Day/, '17')
  await fill(/^Month/, '4')
  await fill(/^Year/, '1990')
  await fill(/^Street address/, '12 Garden Street')
  await fill(/^City/, 'London')
  await fill(/^Postcode/, 'W1U 4PL')
  await page.getByRole('button', { name: 'Submit information' }).click()
  await chatLog(page)
    .getByText('Data verification failed. Please check your information and try again.')
    .waitFor()
  await page.getByRole('form', { name: 'Correct your information' }).waitFor()
  await fill(/^First name/, 'Amara')
  await page.getByRole('button', { name: 'Submit information' }).click()
  await press(page, 'Yes, this is correct')
  await expectHeading(page, 'Welcome, Amara!')
})

test('by the keyboard alone the focus goes on to the new answers', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp({ isNew: true })
  await page.goto('/onboarding')
  await option(page, 'Agree').focus()
  await page.keyboard.press('Enter')
  await option(page, 'Yes, compare them').waitFor()
  const group = chatLog(page).locator('[data-answers]:focus')
  await group.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await chatLog(page).getByText('You: No, a person can do it').waitFor()
  await expectNoSidewaysScroll(page)
})
