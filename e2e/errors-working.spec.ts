import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { assistant } from '#contract/assistant/assistant.ts'
import { documents } from '#contract/documents/documents.ts'
import { matters } from '#contract/matters/matters.ts'
import { messages } from '#contract/messages.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { answerWith, failures, foreign, refusal } from './failed-answers.ts'
import { journeys, type Visit } from './journey.ts'
import { chooseDayOfNextMonth } from './page-actions/appointments.ts'
import { answerChat, answersToGuidedFlow, chatLog, option, press, sendInChat } from './page-actions/chat.ts'
import { expectHeading, expectToast } from './page-actions/seen.ts'
import { agree, save, sealing } from './page-actions/signatures.ts'
import { photograph } from './test-documents.ts'

const test = journeys()
const broken = foreign(500, 'It broke')
const brokenWords = '500: It broke'
// React reports every error that a page has caught, by the name that the build gave its class.
const failing = { awaited: [...failures, /^console: [\w$]+: 500: It broke/] }

const lists = [
  { path: '/appointments', endpoint: appointments.list, words: 'Failed to fetch appointments' },
  { path: '/cases', endpoint: matters.list, words: 'Failed to fetch cases' },
  { path: '/documents', endpoint: documents.list, words: 'Failed to fetch documents' },
  { path: '/messages', endpoint: messages.contacts, words: 'Failed to fetch contacts' },
  { path: '/signatures', endpoint: signatures.requests, words: 'Failed to fetch documents' },
]

for (const device of ['desktop', 'phone'] as const)
  test(`a list that cannot be loaded says so, and can be loaded again, on a ${device}`, async ({ visit }) => {
    const { page, signUp } = await visit({ ...failing, device })
    await signUp()
    for (const { path, endpoint, words } of lists) {
      const undo = await answerWith(page, endpoint, broken)
      await page.goto(path)
      const fault = page.getByRole('alert').filter({ hasText: words })
      await fault.getByText(brokenWords).waitFor()
      await undo()
      await fault.getByRole('button', { name: 'Try again' }).click()
      await fault.waitFor({ state: 'detached' })
    }
  })

test('an appointment is booked and cancelled, and each that fails says so', async ({ visit }) => {
  const { page, signUp } = await visit(failing)
  await signUp()
  await page.goto('/appointments')
  await page.getByRole('button', { name: 'Schedule Appointment' }).click()
  const sheet = page.getByRole('dialog', { name: 'Schedule New Appointment' })
  await sheet.getByLabel('Title').fill('The survey')
  const times = await chooseDayOfNextMonth(sheet)
  await times.getByRole('radio', { checked: true }).waitFor()
  const book = () => sheet.getByRole('button', { name: 'Schedule Appointment' }).click()
  await failOnce(page, appointments.book, { act: book, title: 'Failed to schedule appointment' })
  await book()
  await (await expectToast(page, { title: 'Appointment scheduled', description: 'The survey' })).close()

  const question = page.getByRole('alertdialog', { name: 'Cancel this appointment?' })
  const cancel = async () => {
    await page.getByRole('button', { name: 'Actions for The survey' }).click()
    await page.getByRole('menuitem', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Cancel appointment' }).click()
  }
  await failOnce(page, appointments.cancel, { act: cancel, title: 'Failed to cancel appointment' })
  await cancel()
  await expectToast(page, { title: 'Appointment cancelled', description: 'The survey' })
})

test('a case is closed, a document signed and a message sent only when the portal says so', async ({
  visit,
}) => {
  const client = await visit(failing)
  const { page } = client
  await openMatter(await visit(), (await client.signUp()).user.id)
  await page.goto('/cases')
  const question = page.getByRole('alertdialog', { name: 'Close this case?' })
  const close = async () => {
    await page.getByRole('button', { name: 'Actions for A lease' }).click()
    await page.getByRole('menuitem', { name: 'Close Case' }).click()
    await question.getByRole('button', { name: 'Close Case' }).click()
  }
  await failOnce(page, matters.close, { act: close, title: 'Failed to close case' })
  await close()
  await (await expectToast(page, { title: 'Case closed', description: 'A lease' })).close()

  // Before the page opens: Chromium has let a request through that left just after the answer was set.
  const undo = await answerWith(page, messages.send, broken)
  await page.goto('/messages')
  await page.getByLabel('Message to Priya Raman').fill('Good morning')
  await page.keyboard.press('Enter')
  await (await expectToast(page, { title: 'Failed to send message', description: brokenWords })).close()
  await undo()
  await page.getByRole('button', { name: 'Not sent, try again' }).click()
  await (await expectToast(page, { title: 'Message sent' })).close()
  await sign(page)
})

async function sign(page: Page) {
  await page.goto('/signatures')
  await page.getByRole('button', { name: /^Sign Document/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: /^Page 1 of/ }).waitFor()
  await save(dialog)
  await dialog.getByText('Please draw your signature before saving.').first().waitFor()
  await dialog.getByRole('tab', { name: 'Type' }).click()
  await dialog.getByLabel('Your full name').fill('Amara Okafor')
  await agree(dialog)
  const undo = await answerWith(page, signatures.create, refusal('internal', 'It broke.'))
  await save(dialog)
  const description = 'There was an error saving your signature. Please try again.'
  await (await expectToast(page, { title: 'Signature Failed', description })).close()
  await dialog.getByText('Failed to save signature. Please try again.').waitFor()
  await undo()
  await save(dialog)
  await dialog.waitFor({ state: 'detached', timeout: 60_000 })
  await expectToast(page, { title: 'Signature Saved' }, { within: sealing })
  const undoList = await answerWith(page, signatures.ofDocument, broken)
  await page.getByRole('tab', { name: /^Signed Documents/ }).click()
  await page.getByRole('button', { name: /^View Signatures/ }).click()
  await page.getByRole('alert').filter({ hasText: 'Failed to fetch signatures' }).waitFor()
  await undoList()
}

test('profile, password and second factor are changed, and each that fails says so', async ({ visit }) => {
  const { page, ask, signUp } = await visit(failing)
  const { password } = await signUp()
  await page.goto('/settings?tab=profile')
  await page.getByRole('textbox', { name: 'City' }).fill('Leeds')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await (await expectToast(page, { title: 'Profile updated' })).close()

  const { key } = await begun(ask)
  await ask(secondFactor.confirm, { code: generateSync({ secret: key }) })
  await page.goto('/settings?tab=security')
  await page.getByRole('switch', { name: 'Ask for a code when I sign in' }).press('Space')
  const off = page.getByRole('dialog', { name: 'Turn two-factor off?' })
  await off.getByRole('textbox', { name: 'Password' }).fill(password)
  const turnOff = () => off.getByRole('button', { name: 'Turn it off' }).click()
  await failOnce(page, secondFactor.enable, { act: turnOff, title: '2FA update failed' })
  await turnOff()
  await (await expectToast(page, { title: '2FA Disabled' })).close()

  const chosen = 'another horse entirely'
  await page.getByRole('textbox', { name: 'Current password' }).fill(password)
  for (const label of ['New password', 'Confirm new password'])
    await page.getByRole('textbox', { name: label, exact: true }).fill(chosen)
  const change = () => page.getByRole('button', { name: 'Change password' }).click()
  await failOnce(page, accounts.changePassword, { act: change, title: 'Password change failed' })
  await change()
  await expectToast(page, { title: 'Password changed' })
})

test('a chat that fails says so, on a phone, and keeps what was said', async ({ visit }) => {
  const { page, ask, signUp } = await visit({ ...failing, device: 'phone' })
  await signUp({ isNew: true })
  const failed = 'Failed to process your message. Please try again..'
  const undoTalk = await answerWith(page, assistant.ask, broken)
  await page.goto('/ai-chat')
  await page.getByRole('textbox', { name: 'Message to Obi' }).fill('What are the search fees for?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(brokenWords).first().waitFor()
  await undoTalk()

  await answerChat(ask, "Let's begin", 'Agree')
  const undoSession = await answerWith(page, onboarding.generateSession, broken)
  await page.goto('/onboarding')
  const undoChat = await answerWith(page, onboarding.chat, refusal('internal', 'It broke.'))
  await page.getByLabel('Message to Obi').fill('Is my data secure?')
  await page.keyboard.press('Enter')
  await (await expectToast(page, { title: failed })).close()
  await chatLog(page).getByText("Sorry, I couldn't answer that just now.", { exact: false }).waitFor()
  await undoChat()
  await press(page, 'No, a person can do it')
  const description = 'Unable to create verification session. Please try again.'
  await (await expectToast(page, { title: 'Session Generation Failed', description })).close()
  await page.getByRole('button', { name: 'Contact support' }).waitFor()
  await undoSession()
  await page.getByRole('button', { name: 'Try again' }).click()
  await option(page, 'Start Verification').waitFor()
  await closeUnanswered(page)
})

/** Closes the dialog while the session's status cannot be loaded. */
async function closeUnanswered(page: Page) {
  await press(page, 'Start Verification')
  const undo = await answerWith(page, onboarding.status, broken)
  await page.getByRole('dialog', { name: 'Your verification' }).getByRole('button', { name: 'Close' }).click()
  await page.getByText("We're having trouble checking your verification status. Please try again.").waitFor()
  await undo()
  await page.getByRole('button', { name: 'Try again' }).click()
  await option(page, 'Start Verification').waitFor()
}

test('a failed upload in the chat is reported twice, by a toast and by Obi', async ({ visit }) => {
  const { page, ask, signUp } = await visit(failing)
  await signUp({ isNew: true })
  await answerChat(ask, ...answersToGuidedFlow)
  await page.goto('/onboarding')
  const undo = await answerWith(page, onboarding.upload, refusal('too_large', 'This file is too large.'))
  await sendInChat(page, await photograph())
  const description = 'The file is too large. Please use a smaller file (max 5MB).'
  await expectToast(page, { title: 'Upload Failed', description })
  await chatLog(page)
    .getByText('Sorry, there was a problem with the upload: This file is too large. Please try again.')
    .waitFor()
  await undo()
})

test('a client who leaves a page open is asked whether they are there, whatever the firm does meanwhile', async ({
  visit,
}) => {
  const [client, firm] = [await visit(), await visit()]
  const { page } = client
  const { user } = await client.signUp()
  await firm.ask(accounts.login, { username: 'priya', password: demoPassword })
  await page.clock.install()
  await page.goto('/documents')
  await expectHeading(page, 'Documents')
  await page.clock.runFor(60 * 60_000)
  await firm.ask(messages.send, { receiverId: user.id, content: 'The searches are back.' })
  await page.getByRole('button', { name: /^Notifications.*1/ }).waitFor()
  await page.clock.runFor(58.5 * 60_000)
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await warning.getByRole('button', { name: 'Stay signed in', exact: true }).click()
  await page.clock.runFor(10_000)
  await warning.waitFor({ state: 'detached' })
  await expectHeading(page, 'Documents')
})

interface Failing {
  act: () => Promise<void>
  title: string
}

/** Lets one action fail and expects a message. Then the portal works again. */
async function failOnce(page: Page, endpoint: Parameters<typeof answerWith>[1], { act, title }: Failing) {
  const undo = await answerWith(page, endpoint, broken)
  await act()
  await (await expectToast(page, { title, description: brokenWords })).close()
  await undo()
}

async function openMatter({ ask }: Visit, clientId: Parameters<typeof startOf>[0]) {
  await ask(accounts.login, { username: 'priya', password: demoPassword })
  await ask(matters.start, startOf(clientId))
}

const startOf = (clientId: Awaited<ReturnType<Visit['signUp']>>['user']['id']) => ({
  clientId,
  title: 'A lease',
  type: 'Property',
  priority: 'medium' as const,
  description: 'Of a shop.',
  whose: 'client' as const,
  nextStep: 'Send us the draft.',
})

async function begun(ask: Visit['ask']) {
  const answer = await ask(secondFactor.enable, {})
  if (!answer.enable) throw new Error('Nothing was begun.')
  return answer
}
