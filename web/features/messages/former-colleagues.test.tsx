// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { messages } from '#contract/messages.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { openPages, strangerId } from '#web/shell/testing.tsx'
import { answer, idOf } from '#web/testing.tsx'
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

/** Whoever has gone, for the person who answers in her place. */
const priya = {
  id: priyaId,
  firstName: 'Priya',
  lastName: 'Raman',
  isCovered: true,
  isOnTeam: false,
  isWaiting: false,
}

test.each([
  [{ hasLeft: true }, 'Priya Raman has left the firm. Please answer Ana Silva in your own messages.'],
  [
    { hasLeft: false },
    'Priya Raman is no longer working with Ana Silva. Please answer Ana Silva in your own messages.',
  ],
])('whoever took over is asked to answer in their own messages: %o', async (facts, words) => {
  const received = messageOf(2, { senderId: anaId, content: 'When do we exchange?' })
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

test('whoever answers for a leaver reads in the list what the client last wrote, and opens where it was written', async () => {
  const received = messageOf(2, { senderId: anaId, content: 'When do we exchange?' })
  const { content, senderId, createdAt } = received
  const ana = contactOf({
    id: anaId,
    firstName: 'Ana',
    lastName: 'Silva',
    lastMessage: { content, senderId, createdAt, answeredForId: priyaId, memberId: priyaId },
  })
  const zoe = contactOf({ id: UserId.parse(idOf(3)), firstName: 'Zoe', lastName: 'Ali' })
  openPages(`/firm/messages?with=${zoe.id}`, {
    user: personOf({ id: strangerId, role: 'fee_earner', roles: ['fee_earner'] }),
    answers: [
      answer(messages.contacts, () => [ana, zoe]),
      answer(messages.colleagues, ({ id }) => (id === anaId ? [{ ...priya, hasLeft: true }] : [])),
      answer(messages.list, ({ memberId }) => (memberId === priyaId ? [received] : [])),
      answer(messages.markRead, () => received),
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: /Ana Silva.*When do we exchange\?/ }))
  expect(await screen.findByText(/^Priya Raman has left the firm\./)).toBeVisible()
  expect(screen.getAllByText('When do we exchange?')).toHaveLength(2)
})

test('the list of clients says that nothing was written with the reader', async () => {
  const received = messageOf(2, { senderId: anaId, content: 'When do we exchange?' })
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

test('whoever answers for a leaver takes a conversation that needs no reply off their start page, once', async () => {
  const received = messageOf(2, { senderId: anaId, content: 'Thank you' })
  const priya = { id: priyaId, firstName: 'Priya', lastName: 'Raman', isCovered: true, isOnTeam: false }
  const settled: unknown[] = []
  openPages(`/firm/messages?with=${anaId}&of=${priyaId}`, {
    user: personOf({ id: strangerId, role: 'fee_earner', roles: ['fee_earner'] }),
    answers: [
      answer(messages.contacts, () => [contactOf({ id: anaId, firstName: 'Ana', lastName: 'Silva' })]),
      answer(messages.colleagues, () => [{ ...priya, hasLeft: true, isWaiting: settled.length === 0 }]),
      answer(messages.list, () => [received]),
      answer(messages.markRead, () => received),
      answer(messages.settle, (input) => {
        settled.push(input)
        return { success: true as const }
      }),
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'No reply needed' }))
  expect(await screen.findByText('No longer on your start page')).toBeInTheDocument()
  expect(settled).toEqual([{ id: anaId, memberId: priyaId }])
  expect(screen.queryByRole('button', { name: 'No reply needed' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Write to Ana' })).toHaveFocus()
})
