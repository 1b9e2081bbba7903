// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { type Contact, messages } from '#contract/messages.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { openPages, strangerId } from '#web/shell/testing.tsx'
import { answer, idOf } from '#web/testing.tsx'
import { anaId, contactOf, messageOf } from './testing.ts'

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

const words = { content: 'Thank you', senderId: strangerId, createdAt: new Date('2026-11-09T09:00:00Z') }
const zoe = contactOf({
  id: UserId.parse(idOf(3)),
  firstName: 'Zoe',
  lastName: 'Ali',
  lastMessage: { ...words, answeredForId: null, memberId: null },
})
const ana = contactOf({ id: anaId, firstName: 'Ana', lastName: 'Silva' })

const open = (contacts: Contact[]) =>
  openPages('/firm/messages', {
    user: personOf({ id: strangerId, role: 'fee_earner', roles: ['fee_earner'] }),
    answers: [
      answer(messages.contacts, () => contacts),
      answer(messages.colleagues, () => []),
      answer(messages.list, () => [messageOf(2)]),
      answer(messages.markRead, () => messageOf(2, { isRead: true })),
    ],
  })

test('a client who waits for an answer is opened for the firm, whoever comes first in the list', async () => {
  open([zoe, { ...ana, unreadCount: 1 }])
  expect(await screen.findByRole('region', { name: 'Conversation with Ana Silva' })).toBeInTheDocument()
})

test('if nobody waits, the firm opens no conversation and reads that everything is read', async () => {
  open([zoe, ana])
  expect(await screen.findByText('You have no unread messages')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: /Zoe Ali/ })).toBeVisible())
  expect(screen.queryByRole('region', { name: /^Conversation with/ })).toBeNull()
  expect(screen.getByRole('button', { name: /Zoe Ali/ })).not.toHaveAttribute('aria-current')
})
