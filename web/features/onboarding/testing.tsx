import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { accounts } from '#contract/accounts/accounts.ts'
import { type ChatMessage, MessageId, topics } from '#contract/onboarding/chat.ts'
import { stepsOf } from '#contract/onboarding/conversation.ts'
import { type Onboarding, onboarding } from '#contract/onboarding/onboarding.ts'
import { tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { type Answer, answer, show } from '#web/testing.tsx'
import { OnboardingPage } from './page.tsx'

export const amara = personOf({ isFirstLogin: true })

export const messageId = (n: number) =>
  MessageId.parse(`0197a4a0-0000-7000-8000-${String(n).padStart(12, '0')}`)

export const said = (n: number, facts: Partial<ChatMessage> = {}): ChatMessage => ({
  id: messageId(n),
  content: 'Do you agree?',
  isUser: false,
  timestamp: new Date('2026-11-03T09:00:00Z'),
  options: ['Agree', 'I do not agree'],
  actionType: null,
  attachmentType: null,
  isDisabled: false,
  sessionUrl: null,
  sessionId: null,
  formId: null,
  stage: 'consent',
  facts: [],
  badge: null,
  ...facts,
})

export const mine = (n: number, content: string, facts: Partial<ChatMessage> = {}) =>
  said(n, { content, isUser: true, options: [], ...facts })

export const conversationOf = (facts: Partial<Onboarding> = {}): Onboarding => {
  const stage = facts.stage ?? 'consent'
  return {
    stage,
    road: 'camera',
    messages: [said(1, { stage })],
    progress: stepsOf(stage),
    collected: {},
    consents: [],
    session: null,
    upload: null,
    isReading: false,
    suggestedTopics: [...topics],
    redirectAfter: null,
    ...facts,
  }
}

/** Opens a client's chat against a server with this conversation. A test moves it on by changing `state`. */
export const openChat = (start: Onboarding, answers: Answer[] = []) => {
  const state = { held: start, requests: 0 }
  const portal = [
    ...answers,
    answer(onboarding.show, () => {
      state.requests += 1
      return state.held
    }),
    answer(accounts.current, () => amara),
    answer(tasks.list, () => []),
  ]
  const page = show(<OnboardingPage />, portal, { at: '/onboarding' })
  return { state, ...page }
}

export const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
export const press = async (name: string | RegExp) => userEvent.click(await button(name))
export const log = () => screen.getByRole('log')
export const say = async (words: string) =>
  userEvent.type(await screen.findByLabelText('Message to Obi'), `${words}{Enter}`)
