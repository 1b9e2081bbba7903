// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import type { MessageId } from '#contract/onboarding/chat.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { unreachable } from '#web/platform/ask.ts'
import { answer } from '#web/testing.tsx'
import { button, conversationOf, log, messageId, mine, openChat, press, said, say } from './testing.tsx'

const agreed = conversationOf({
  stage: 'face_consent',
  messages: [
    said(1, { isDisabled: true }),
    mine(2, 'Agree'),
    said(3, { content: 'May we compare?', options: ['Yes, compare them', 'No, a person can do it'] }),
  ],
})
const reply = { success: true as const, response: 'Yes.', shouldContinueFlow: false }

test('an answer is sent once, and stands in the place of the buttons it was chosen from', async () => {
  const sent: unknown[] = []
  const { state } = openChat(conversationOf(), [
    answer(onboarding.answer, (input) => {
      sent.push(input)
      state.held = agreed
      return agreed
    }),
  ])
  await press('Agree')
  expect(await button('Yes, compare them')).toBeEnabled()
  for (const name of ['Agree', 'I do not agree'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  expect(within(log()).getAllByText('Agree', { selector: 'div' })).toHaveLength(1)
  expect(sent).toEqual([{ messageId: messageId(1), answer: { kind: 'option', option: 'Agree' } }])
})

test('the chat says where the client is, and shows what was read with its verdict', async () => {
  const facts = [{ label: 'Full name', value: 'Amara Okafor' }]
  const badge = { tone: 'good' as const, words: 'Verified' }
  openChat(
    conversationOf({
      stage: 'upload_document',
      messages: [said(1, { options: ['Try again'], facts, badge })],
    }),
  )
  await screen.findByText('Step 2 of 5 · about 4 minutes left')
  expect(screen.getByRole('progressbar', { name: 'Verification' })).toHaveAttribute('aria-valuenow', '40')
  expect(within(log()).getByText('Amara Okafor')).toBeInTheDocument()
  expect(within(log()).getByText('Verified')).toBeInTheDocument()
})

test('without network an answer stays, marked as not sent, and goes by itself when the network is back', async () => {
  let isAway = true
  const { state } = openChat(conversationOf(), [
    answer(onboarding.answer, () => {
      if (isAway) unreachable()
      state.held = agreed
      return agreed
    }),
  ])
  await press('Agree')
  await screen.findByText('Not sent')
  isAway = false
  fireEvent(window, new Event('online'))
  await button('Yes, compare them')
  expect(screen.queryByText('Not sent')).not.toBeInTheDocument()
})

test('typed words are sent again under the same id, and survive a reload in between', async () => {
  const ids: (MessageId | undefined)[] = []
  let isAway = true
  const take = answer(onboarding.chat, ({ id, message }) => {
    ids.push(id)
    if (isAway) unreachable()
    expect(message).toBe('Is my data secure?')
    return reply
  })
  const first = openChat(conversationOf(), [take])
  await say('Is my data secure?')
  await screen.findByText('Not sent')
  first.unmount()

  isAway = false
  openChat(conversationOf(), [take])
  await waitFor(() => expect(ids).toHaveLength(2))
  expect(ids[0]).toBe(ids[1])
  await waitFor(() => expect(sessionStorage.getItem('onboarding_unsent')).toBeNull())
})

test('an answer that another tab has given first leads to where the conversation stands', async () => {
  const { state } = openChat(conversationOf(), [
    answer(onboarding.answer, () => {
      state.held = agreed
      throw new Problem('conflict', 'The conversation has moved on.')
    }),
  ])
  await press('I do not agree')
  await button('Yes, compare them')
  expect(screen.queryByText('Not sent')).not.toBeInTheDocument()
})

test('a message that the assistant cannot take is told, kept, and can be sent again', async () => {
  let isBroken = true
  openChat(conversationOf(), [
    answer(onboarding.chat, () => {
      if (isBroken) throw new Problem('internal', 'Something went wrong.')
      return reply
    }),
  ])
  await say('Hello?')
  await screen.findByText('Failed to process your message. Please try again..')
  await screen.findByText(/I couldn't answer that just now/)
  expect(await button('Agree')).toBeEnabled()
  isBroken = false
  await press('Send again')
  await waitFor(() => expect(screen.queryByText('Hello?')).not.toBeInTheDocument())
})

test('the suggested topics are asked by one press', async () => {
  const questions: string[] = []
  openChat(conversationOf(), [
    answer(onboarding.chat, ({ message }) => {
      questions.push(message)
      return reply
    }),
  ])
  const group = await screen.findByRole('group', { name: 'Suggested topics' })
  expect(within(group).getAllByRole('button')).toHaveLength(5)
  await press('Do I need a selfie?')
  await waitFor(() => expect(questions).toEqual(['Do I need a selfie?']))
})

test('the greeting leads on by itself after two seconds', async () => {
  const greeting = conversationOf({
    stage: 'welcome',
    messages: [said(1, { content: 'Hello Amara', options: ["Let's begin"] })],
  })
  const { state } = openChat(greeting, [
    answer(onboarding.answer, () => {
      state.held = conversationOf({ messages: [mine(2, "Let's begin"), said(3)] })
      return state.held
    }),
  ])
  await button("Let's begin")
  expect(await button('Agree')).toBeEnabled()
})

test('the greeting stays while its client types something of their own', async () => {
  const greeting = conversationOf({
    stage: 'welcome',
    messages: [said(1, { content: 'Hello Amara', options: ["Let's begin"] })],
  })
  let answers = 0
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openChat(greeting, [
    answer(onboarding.answer, () => {
      answers += 1
      return greeting
    }),
  ])
  await button("Let's begin")
  fireEvent.change(screen.getByLabelText('Message to Obi'), { target: { value: 'Is this a sc' } })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(answers).toBe(0)
  vi.useRealTimers()
})

test('who has not touched the page for five minutes is reminded, once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let reminders = 0
  const { state } = openChat(conversationOf(), [
    answer(onboarding.remind, () => {
      reminders += 1
      const messages = [
        said(1, { isDisabled: true }),
        said(2, { content: 'Still there?', actionType: 'reminder' }),
      ]
      state.held = conversationOf({ messages })
      return state.held
    }),
  ])
  await button('Agree')
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(reminders).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  await screen.findByText('Still there?')
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(reminders).toBe(1)
  vi.useRealTimers()
})
