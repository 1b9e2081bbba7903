import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { tasks } from '#contract/tasks.ts'
import { expectAccessible } from './axe.ts'
import { openSession } from './camera.ts'
import { journeys, type Visit } from './journey.ts'
import { chatLog, option, press } from './page-actions/chat.ts'
import { chooseFile, type Paper } from './page-actions/documents.ts'
import { expectHeading } from './page-actions/seen.ts'
import { expiredPassport, passport } from './test-documents.ts'

const test = journeys()

/** Uploads a picture of a passport on the capture page of a session. */
async function sendPassport(page: Page, address: string, picture: Paper) {
  await page.goto(address)
  await page.getByRole('button', { name: /^Passport/ }).click()
  // This browser has no camera.
  await page.getByText('JPG, PNG or PDF up to 5MB').waitFor()
  await chooseFile(page.getByRole('main'), picture)
  await page.getByRole('button', { name: 'Use Photo' }).click()
}

/** Continues from the passport to the end of the session, and returns to the conversation. */
async function handIn(page: Page) {
  await expectHeading(page, 'Photograph a proof of address')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expectHeading(page, 'Thank you. We have your photos')
  await page.goto('/onboarding')
}

/** Takes a new client with an expired passport to the conversation that says so. */
async function fail({ page, ask, signUp }: Visit, look = async () => {}) {
  await signUp({ isNew: true })
  await sendPassport(page, await openSession({ ask }), await expiredPassport())
  await look()
  await page.getByText(/^This expired on /).waitFor({ timeout: 60_000 })
  await expectAccessible(page, 'doubtful picture')
  await page.getByRole('button', { name: 'Continue anyway' }).click()
  await handIn(page)
  await chatLog(page).getByText("I couldn't verify your identity.").waitFor()
}

test('a failure is told with what was wrong and what helps; a person is asked, and a new try makes it good', async ({
  visit,
}) => {
  const visited = await visit({ device: 'phone' })
  const { page, ask } = visited
  const letGo = await holdReading(page)
  await fail(visited, async () => {
    await page.getByText("We have your file and we're reading it").waitFor()
    await expectAccessible(page, 'picture that is being read')
    await letGo()
  })
  const refusal = chatLog(page).getByText("I couldn't verify your identity.")
  await refusal.getByText(/expired/).waitFor()
  await refusal.getByText(/Some tips:/).waitFor()
  await chatLog(page).getByText('Not verified').waitFor()
  await expectAccessible(page, 'failed verification')

  await press(page, 'Contact support')
  await chatLog(page)
    .getByText(/I've told Hartley & Rowe/)
    .waitFor()
  const [question] = await ask(messages.list, {})
  expect(question?.content).toContain('at the step “identity not verified”')

  await press(page, 'Try again')
  await option(page, 'Start Verification').waitFor()
  await lookLonger(page)
  const { data } = await ask(onboarding.generateSession, {})
  await sendPassport(page, data?.sessionUrl ?? '', await passport())
  await page.getByText("We've read it.").waitFor({ timeout: 60_000 })
  await expectAccessible(page, 'accepted picture')
  await page.getByRole('button', { name: 'Continue' }).click()
  await handIn(page)
  await page.getByRole('button', { name: 'Submit banking details' }).waitFor()
})

test('a client who cannot be verified goes on to the dashboard, and must still prove their identity', async ({
  visit,
}) => {
  const visited = await visit()
  const { page, ask } = visited
  await fail(visited)
  await press(page, 'Go to Dashboard')
  await expectHeading(page, 'Welcome, Amara!')
  const identity = (await ask(tasks.list, {})).find(({ kind }) => kind === 'identity_check')
  expect(identity).toMatchObject({ outcome: null })
})

/** Delays the page's requests for the reading of its picture until the returned function is called. */
async function holdReading(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const address = new RegExp(`${onboarding.capture.path.replace(':token', '[^/]+')}$`)
  let isRead = false
  await page.route(address, async (route) => {
    if (isRead) await promise
    await route.fallback()
  })
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/pictures')) isRead = true
  })
  return async () => {
    resolve()
    await page.unroute(address)
  }
}

/** An accepted picture continues by itself after 1.8 s, which is too short for the checks, so this delays it. */
const lookLonger = (page: Page) =>
  page.addInitScript(() => {
    const soon = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (act: () => void, wait?: number) => soon(act, wait === 1800 ? 60_000 : wait),
    })
  })
