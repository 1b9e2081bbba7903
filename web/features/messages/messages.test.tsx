// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { messages } from '#contract/messages.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { beginSession } from '#web/platform/session.ts'
import { openPages, sendToPages, strangerId } from '#web/shell/testing.tsx'
import { type Answer, answer, idOf } from '#web/testing.tsx'
import { anaId, contactOf, messageOf, priyaId } from './testing.ts'

// Compiles the pages' chunks once, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('#web/shell/frame.tsx'), import('./page.tsx')])
})
// Stubs sizes that jsdom doesn't measure: without a height, no line of a long list is rendered.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => looking)
  Element.prototype.scrollTo = () => {}
})
let looking: DocumentVisibilityState = 'visible'
afterEach(() => {
  looking = 'visible'
  vi.restoreAllMocks()
})

const open = (answers: Answer[] = [], at = '/messages') => {
  const marked: string[] = []
  openPages(at, {
    user: personOf({ id: anaId }),
    answers: [
      ...answers,
      answer(messages.contacts, () => [contactOf({ unreadCount: 1 })]),
      answer(messages.list, () => [messageOf(2, { content: 'On Friday.' })]),
      answer(messages.markRead, ({ id }) => {
        marked.push(id)
        return messageOf(2, { isRead: true })
      }),
    ],
  })
  return marked
}

test('the first contact is opened, with when the firm answers, and what came is marked as read', async () => {
  const marked = open()
  const conversation = within(await screen.findByRole('region', { name: 'Conversation with Priya Raman' }))
  await conversation.findByText('On Friday.')
  expect(screen.getByText(/within one working day\. Office hours: Monday to Friday/)).toBeInTheDocument()
  await waitFor(() => expect(marked).toEqual([messageOf(2).id]))
})

test('what comes while nobody looks at the page stays unread', async () => {
  looking = 'hidden'
  const marked = open()
  await screen.findByText('On Friday.')
  expect(marked).toEqual([])
  looking = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(marked).toHaveLength(1))
})

test('a name that nobody has finds no contacts', async () => {
  open()
  await userEvent.type(await screen.findByPlaceholderText('Search contacts...'), 'ya ram')
  expect(within(contacts()).getByText('Priya Raman')).toBeInTheDocument()
  await userEvent.type(screen.getByPlaceholderText('Search contacts...'), 'x')
  expect(await within(contacts()).findByText('No contacts found')).toBeInTheDocument()
})

test('who has nobody to write to is told so', async () => {
  open([answer(messages.contacts, () => [])])
  expect(await screen.findByText('Select a contact')).toBeInTheDocument()
  expect(screen.getByText('No contacts found')).toBeInTheDocument()
})

test('contacts that cannot be had say so below the title, and are asked for again', async () => {
  let isBroken = true
  open([
    answer(messages.contacts, () => {
      if (isBroken) throw new Problem('unprocessable', "The list couldn't be read.")
      return [contactOf()]
    }),
  ])
  expect(await screen.findByText('Failed to fetch contacts')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Messages' })).toBeInTheDocument()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('On Friday.')).toBeInTheDocument()
})

test('with somebody who left the team the history is read, and nothing is written', async () => {
  open([answer(messages.contacts, () => [contactOf({ canWrite: false })])])
  expect(await screen.findByText(/You can still read your messages here/)).toBeInTheDocument()
  expect(screen.queryByRole('textbox', { name: /^Message to/ })).not.toBeInTheDocument()
})

test('only spaces are not sent, marks that nobody sees are left out, and a refusal of the contract is said below', async () => {
  const sent: string[] = []
  open([
    answer(messages.send, ({ content }) => {
      sent.push(content)
      return messageOf(3, { content, senderId: anaId })
    }),
    answer(messages.typing, () => ({ success: true as const })),
  ])
  const box = await screen.findByRole('textbox', { name: 'Message to Priya Raman' })
  await userEvent.type(box, '   ')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  fireEvent.change(box, { target: { value: 'x'.repeat(10_001) } })
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Please use at most 10000 characters')).toBeInTheDocument()
  expect(sent).toEqual([])
  await userEvent.clear(box)
  await userEvent.type(box, ' Thank\u200b you\u200f ')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent).toEqual(['Thank you']))
  expect(await screen.findByText('Message sent')).toBeInTheDocument()
})

test('what was refused says so, waits with its words, and goes again under the same key', async () => {
  const keys: (string | null)[] = []
  open([
    answer(messages.send, () => {
      throw new Problem('unavailable', 'The portal is busy. Please try again in a moment.')
    }),
    answer(messages.typing, () => ({ success: true as const })),
  ])
  const real = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST' && url === messages.send.path)
      keys.push(new Headers(init.headers).get('idempotency-key'))
    return real(url, init)
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message to Priya Raman' }), 'Hello')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Failed to send message')).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Not sent, try again' }))
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[0]).toBe(keys[1])
  expect(sessionStorage.getItem('messages_unsent')).toContain('Hello')
})

const contacts = () => screen.getByRole('navigation', { name: 'Contacts' })

test('a link to somebody who is no contact says so, beside those who are', async () => {
  open([], `/messages?with=${messageOf(2).id}`)
  await screen.findByText("We couldn't find that conversation")
  expect(screen.getByText('Select a contact')).toBeInTheDocument()
})

describe('what is being written', () => {
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Priya Raman' })
  const write = async () => {
    open([answer(accounts.logout, () => ({ success: true as const }))])
    await userEvent.type(await field(), 'Half a sentence')
  }

  test('is still there on another visit, in another window of this device', async () => {
    await write()
    cleanup()
    sessionStorage.clear()
    open()
    expect((await field()).value).toBe('Half a sentence')
  })

  test('is gone from this device when its writer signs out', async () => {
    await write()
    expect(JSON.stringify(localStorage)).toContain('Half a sentence')
    await userEvent.click(await screen.findByRole('button', { name: /Amara Okafor/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    await screen.findByText('Logged out')
    expect(JSON.stringify(localStorage)).not.toContain('Half a sentence')
  })

  test('is gone as well when somebody else signs in, after a session that ended by itself', async () => {
    await write()
    cleanup()
    const { cache } = openPages('/messages', { user: personOf({ id: strangerId }) })
    beginSession(cache, personOf({ id: strangerId }))
    expect(JSON.stringify(localStorage)).not.toContain('Half a sentence')
  })
})

test('a client reads who answers while the person they write to is away, and writes to them instead', async () => {
  const cover = { id: UserId.parse(idOf(702)), name: 'Tom Lee' }
  const away = { until: '2026-12-03', cover }
  open([answer(messages.contacts, () => [contactOf({ away })])])
  const conversation = within(await screen.findByRole('region', { name: 'Conversation with Priya Raman' }))
  expect(await conversation.findByText(/is away until 3 December 2026/)).toHaveTextContent(
    'Priya is away until 3 December 2026. Tom Lee answers in their place and can read what you write here.',
  )
  expect(conversation.queryByText(/Usually replies/)).toBeNull()
  expect(conversation.getByRole('link', { name: 'Write to Tom Lee' })).toHaveAttribute(
    'href',
    `/messages?with=${cover.id}`,
  )
})

test('an auditor is not told that the messages are their own', async () => {
  openPages('/firm/messages', {
    user: personOf({ id: strangerId, role: 'auditor', roles: ['auditor'] }),
    answers: [answer(messages.contacts, () => [])],
  })
  expect(
    await screen.findByText('Messages between clients and your colleagues. You can read them.'),
  ).toBeInTheDocument()
  expect(screen.queryByText(/you and your clients/)).not.toBeInTheDocument()
})

test('whoever covers for a colleague reads what the client wrote to them, and answers in their own name', async () => {
  const ana = contactOf({ id: anaId, firstName: 'Ana', lastName: 'Silva' })
  const members: unknown[] = []
  const cleared: unknown[] = []
  const received = messageOf(2, { senderId: anaId, content: 'When do we exchange?' })
  openPages(`/firm/messages?with=${anaId}&of=${priyaId}`, {
    user: personOf({ id: strangerId, role: 'fee_earner', roles: ['fee_earner'] }),
    answers: [
      answer(messages.contacts, () => [ana]),
      answer(messages.colleagues, () => [
        {
          id: priyaId,
          firstName: 'Priya',
          lastName: 'Raman',
          isCovered: true,
          hasLeft: false,
          isOnTeam: true,
          isWaiting: false,
        },
      ]),
      answer(messages.list, ({ memberId }) => {
        members.push(memberId)
        return memberId ? [received] : []
      }),
      answer(messages.markRead, ({ id }) => {
        cleared.push(id)
        return received
      }),
    ],
  })
  await screen.findByText('When do we exchange?')
  expect(members).toEqual([priyaId])
  await waitFor(() => expect(cleared).toEqual([received.id]))
  await userEvent.click(screen.getByRole('button', { name: 'Write to Ana' }))
  expect(await screen.findByPlaceholderText(/Write a message/)).toBeInTheDocument()
  expect(screen.queryByText('When do we exchange?')).toBeNull()
})

test('whose messages somebody may read is asked again when an absence begins or ends', async () => {
  const clients: unknown[] = []
  openPages(`/firm/messages?with=${anaId}`, {
    user: personOf({ id: strangerId, role: 'fee_earner', roles: ['fee_earner'] }),
    answers: [
      answer(messages.contacts, () => [contactOf({ id: anaId, firstName: 'Ana', lastName: 'Silva' })]),
      answer(messages.colleagues, ({ id }) => {
        clients.push(id)
        return []
      }),
      answer(messages.list, () => []),
    ],
  })
  await waitFor(() => expect(clients).toEqual([anaId]))
  sendToPages({ type: 'changed', topics: ['messages'] })
  await waitFor(() => expect(clients).toEqual([anaId, anaId]))
})
