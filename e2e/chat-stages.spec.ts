import { expect } from '@playwright/test'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { knownAccount } from './arrange.ts'
import { expectAccessible } from './axe.ts'
import { journeys, type Visit } from './journey.ts'
import { answerChat, chatLog, sendInChat } from './page-actions/chat.ts'
import { expectHeading, expectNoSidewaysScroll, lines } from './page-actions/seen.ts'
import { passport } from './test-documents.ts'

const test = journeys()
// Goes through the whole conversation.
test.slow()

const bank = { kind: 'banking_details' as const, ...knownAccount }
const details = {
  firstName: 'Amara',
  lastName: 'Okafor',
  dateOfBirth: '1990-04-17',
  streetAddress: '12 Garden Street',
  city: 'London',
  postalCode: 'W1U 4PL',
  country: 'United Kingdom' as const,
  ...knownAccount,
}
const tell = (visited: Visit, firstName: string) =>
  visited.ask(onboarding.verifyData, {
    userData: { ...details, firstName },
    verificationSource: 'user_submitted',
  })

/** What leads from each stage to the next. Only the passport is uploaded on the page. */
const road: [stage: string, act: (visited: Visit) => Promise<unknown>][] = [
  ['consent', ({ ask }) => answerChat(ask, 'Agree')],
  ['face_consent', ({ ask }) => answerChat(ask, 'Yes, compare them')],
  ['upload_document', ({ ask }) => answerChat(ask, 'Upload documents instead')],
  ['select_id_type', ({ ask }) => answerChat(ask, 'Passport')],
  ['id_verification', async ({ page }) => sendInChat(page, await passport())],
  ['id_verification_selfie', ({ ask }) => answerChat(ask, 'Skip this step')],
  ['proof_of_address', ({ ask }) => answerChat(ask, 'Skip this step')],
  ['source_of_funds', ({ ask }) => answerChat(ask, 'Gifted deposit')],
  ['source_of_funds_details', ({ ask }) => answerChat(ask, 'Skip this step')],
  ['proof_of_funds', ({ ask }) => answerChat(ask, bank)],
  ['change_check', ({ ask }) => answerChat(ask, 'Yes, there are changes')],
  ['additional_data', (visited) => tell(visited, 'Zoltan')],
  ['modify_details', (visited) => tell(visited, 'Amara')],
]

const reach = (visited: Visit, stage: string) =>
  expect.poll(async () => (await visited.ask(onboarding.show, {})).stage, { timeout: 60_000 }).toBe(stage)

/** Expects the stage to be accessible, to fit the screen, and to be the same after a reload. */
async function lookAt(visited: Visit, stage: string) {
  const { page } = visited
  await reach(visited, stage)
  await page.goto('/onboarding')
  await expectHeading(page, 'Verify your identity')
  if (stage === 'upload_document') await page.getByRole('button', { name: 'Start Verification' }).waitFor()
  if (stage === 'modify_details') await page.getByRole('form').waitFor()
  await expectAccessible(page, stage)
  await expectNoSidewaysScroll(page)
  const before = await lines(chatLog(page))
  await page.reload()
  await chatLog(page).waitFor()
  await expect.poll(() => lines(chatLog(page))).toEqual(before)
  await expectNarrow(visited)
}

const expectNarrow = async ({ page }: Visit) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
}

test('every stage of the chat is accessible, fits a phone, and survives a reload', async ({ visit }) => {
  const visited = await visit({ device: 'phone' })
  await visited.signUp({ isNew: true })
  await answerChat(visited.ask, "Let's begin")
  for (const [stage, act] of road) {
    await lookAt(visited, stage)
    await act(visited)
  }
  await lookAt(visited, 'review_details')
})
