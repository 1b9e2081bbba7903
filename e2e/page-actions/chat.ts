import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Answer } from '#contract/onboarding/onboarding.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import type { Visit } from '../journey.ts'
import type { Paper } from './documents.ts'

export const chatLog = (page: Page) => page.getByRole('log', { name: 'Conversation with Obi' })

/** A button of the newest message, once it is enabled. Buttons are disabled while a response is awaited. */
export const option = (page: Page, name: string) =>
  chatLog(page).getByRole('button', { name, exact: true, disabled: false })

/** Presses these buttons in order, each when it appears. */
export async function press(page: Page, ...names: string[]) {
  for (const name of names) await option(page, name).click()
}

/** Expects the whole form to be visible, with its errors and its button. */
export async function expectWholeForm(page: Page, name: string) {
  const form = chatLog(page).getByRole('form', { name })
  await form.waitFor()
  const isWhole = async () => {
    const [seen, whole] = [await chatLog(page).boundingBox(), await form.boundingBox()]
    if (!seen || !whole) return false
    return whole.y >= seen.y && whole.y + whole.height <= seen.y + seen.height
  }
  await expect.poll(isWhole).toBe(true)
}

/** Leaves for the dashboard without starting. */
export const leaveChat = (page: Page) => press(page, 'I do not agree', 'Go to Dashboard')

/** Chooses a file in the file dialog that the button opens. */
export async function sendInChat(page: Page, paper: Paper) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    option(page, 'Choose a file').click(),
  ])
  await chooser.setFiles(paper)
}

/** Answers the newest message through the API. */
export async function answerChat(ask: Visit['ask'], ...given: (string | Answer)[]) {
  for (const choice of given) {
    const { messages } = await ask(onboarding.show, {})
    const newest = messages.findLast(({ isUser }) => !isUser)
    if (!newest) throw new Error('Nothing was said.')
    const answer = typeof choice === 'string' ? { kind: 'option' as const, option: choice } : choice
    await ask(onboarding.answer, { messageId: newest.id, answer })
  }
}

/** The answers that lead to where the guided flow asks for the passport. */
export const answersToGuidedFlow = [
  "Let's begin",
  'Agree',
  'Yes, compare them',
  'Upload documents instead',
  'Passport',
]
