import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Answer } from '#contract/onboarding/onboarding.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import type { Visit } from '../journey.ts'
import type { Paper } from './documents.ts'

export const chatLog = (page: Page) => page.getByRole('log', { name: 'Conversation with Obi' })

/** A button of the newest message; while an answer is on its way it is disabled. */
export const option = (page: Page, name: string) =>
  chatLog(page).getByRole('button', { name, exact: true, disabled: false })

/** Presses these buttons, one after the other, as they come. */
export async function press(page: Page, ...names: string[]) {
  for (const name of names) await option(page, name).click()
}

/** All of a form is in sight, with its errors and its button. */
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

/** Goes on to the dashboard without having begun. */
export const leaveChat = (page: Page) => press(page, 'I do not agree', 'Go to Dashboard')

/** Chooses a file by the file chooser that the button opens. */
export async function sendInChat(page: Page, paper: Paper) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    option(page, 'Choose a file').click(),
  ])
  await chooser.setFiles(paper)
}

/** Answers the newest message through the portal's own door. */
export async function answerChat(ask: Visit['ask'], ...given: (string | Answer)[]) {
  for (const one of given) {
    const { messages } = await ask(onboarding.show, {})
    const newest = messages.findLast(({ isUser }) => !isUser)
    if (!newest) throw new Error('Nothing was said.')
    const answer = typeof one === 'string' ? { kind: 'option' as const, option: one } : one
    await ask(onboarding.answer, { messageId: newest.id, answer })
  }
}

/** To where the guided road asks for the passport. */
export const toGuidedRoad = [
  "Let's begin",
  'Agree',
  'Yes, compare them',
  'Upload documents instead',
  'Passport',
]
