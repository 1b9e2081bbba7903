// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '#contract/messages.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { openPages, strangerId } from '#web/shell/testing.tsx'
import { answer } from '#web/testing.tsx'
import { anaId, contactOf, messageOf, priyaId } from './testing.ts'

// Compiles the pages' chunks once, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('#web/shell/frame.tsx'), import('./page.tsx')])
})
// Stubs sizes that jsdom doesn't measure: without a height, no line of a long list is rendered.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
  Element.prototype.scrollTo = () => {}
})

test('a client is led from somebody who has left the firm to whoever answers now', async () => {
  const successor = { id: strangerId, name: 'Tom Lee' }
  openPages(`/messages?with=${priyaId}`, {
    user: personOf({ id: anaId }),
    answers: [
      answer(messages.contacts, () => [contactOf({ canWrite: false, successor })]),
      answer(messages.list, () => [messageOf(2)]),
      answer(messages.markRead, () => messageOf(2, { isRead: true })),
    ],
  })
  const conversation = within(await screen.findByRole('region', { name: 'Conversation with Priya Raman' }))
  expect(await conversation.findByRole('link', { name: 'Write to Tom Lee' })).toHaveAttribute(
    'href',
    `/messages?with=${strangerId}`,
  )
  expect(conversation.getByText(/looks after you now and can read these messages/)).toHaveTextContent(
    'Priya Raman is no longer working with you. Tom Lee looks after you now and can read these messages.',
  )
  // Nobody reads what is sent to that address.
  expect(conversation.queryByText('priya.raman@hartley-rowe.example')).toBeNull()
})

test.each([
  [{ hasLeft: true }, 'Priya Raman has left the firm. Please answer Ana Silva in your own messages.'],
  [
    { hasLeft: false },
    'Priya Raman is no longer working with Ana Silva. Please answer Ana Silva in your own messages.',
  ],
])('whoever took over is asked to answer in their own messages: %o', async (facts, words) => {
  const received = messageOf(2, { senderId: anaId, content: 'When do we exchange?' })
  const priya = { id: priyaId, firstName: 'Priya', lastName: 'Raman', isCovered: true, isOnTeam: false }
  openPages(`/firm/messages?with=${anaId}&of=${priyaId}`, {
    user: personOf({ id: strangerId, role: 'fee_earner', roles: ['fee_earner'] }),
    answers: [
      answer(messages.contacts, () => [contactOf({ id: anaId, firstName: 'Ana', lastName: 'Silva' })]),
      answer(messages.colleagues, () => [{ ...priya, ...facts }]),
      answer(messages.list, () => [received]),
      answer(messages.markRead, () => received),
    ],
  })
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Write to Ana' })).toBeInTheDocument()
})

test('a client of a team reads who can see what they wrote to somebody who has left the firm', async () => {
  openPages(`/messages?with=${priyaId}`, {
    user: personOf({ id: anaId }),
    answers: [
      answer(messages.contacts, () => [contactOf({ canWrite: false, isReadByTeam: true })]),
      answer(messages.list, () => [messageOf(2)]),
      answer(messages.markRead, () => messageOf(2, { isRead: true })),
    ],
  })
  expect(
    await screen.findByText(
      'Priya Raman is no longer working with you. The people who look after you now can read these messages.',
    ),
  ).toBeVisible()
  // Nobody reads what is sent to that address.
  expect(screen.queryByText('priya.raman@hartley-rowe.example')).toBeNull()
})

test('the list of clients says that nothing was written with the reader, who may read what a leaver wrote', async () => {
  const received = messageOf(2, { senderId: anaId, content: 'When do we exchange?' })
  const priya = { id: priyaId, firstName: 'Priya', lastName: 'Raman', isCovered: true, isOnTeam: false }
  openPages(`/firm/messages?with=${anaId}&of=${priyaId}`, {
    user: personOf({ id: strangerId, role: 'fee_earner', roles: ['fee_earner'] }),
    answers: [
      answer(messages.contacts, () => [contactOf({ id: anaId, firstName: 'Ana', lastName: 'Silva' })]),
      answer(messages.colleagues, () => [{ ...priya, hasLeft: true }]),
      answer(messages.list, () => [received]),
      answer(messages.markRead, () => received),
    ],
  })
  await screen.findByText('When do we exchange?')
  expect(screen.getByText('No messages with you yet')).toBeVisible()
  expect(screen.queryByText('No messages yet')).toBeNull()
})
