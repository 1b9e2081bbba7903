// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import type { Contact } from '#contract/messages.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { emptySummary, firmFileOf } from '#web/features/matters/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { MatterConversations } from './parts/matter-activity.tsx'

const file = firmFileOf(1)
const [priyaId, marcusId] = [71, 72].map((n) => UserId.parse(idOf(n))) as [UserId, UserId]

/** Shows Priya the conversations of a case, the last message of which is in somebody's conversation with the client. */
async function linkFor(memberId: UserId | null) {
  const contact: Contact = {
    id: file.client.id,
    firstName: 'Amara',
    lastName: 'Okafor',
    email: 'amara@example.com',
    canWrite: true,
    photographId: null,
    away: null,
    successor: null,
    isReadByTeam: false,
    unreadCount: 0,
    lastMessage: {
      senderId: file.client.id,
      content: 'When do we exchange?',
      createdAt: new Date('2026-11-09T10:00:00Z'),
      answeredForId: null,
      memberId,
    },
  }
  show(<MatterConversations file={file} />, [
    answer(accounts.current, () => personOf({ id: priyaId, role: 'fee_earner' })),
    answer(matterTabs.summary, () => emptySummary),
    answer(matterTabs.contacts, () => [contact]),
  ])
  return (await screen.findByRole('link', { name: 'Amara Okafor' })).getAttribute('href')
}

test.each([
  [
    'a colleague’s conversation leads to it',
    marcusId,
    `/firm/messages?with=${file.client.id}&of=${marcusId}`,
  ],
  ['one’s own leads to that', priyaId, `/firm/messages?with=${file.client.id}`],
  [
    'a node of the previous release, which does not say whose, leads to one’s own',
    null,
    `/firm/messages?with=${file.client.id}`,
  ],
])('on a case, the last message of %s', async (_whose, memberId, path) => {
  expect(await linkFor(memberId)).toBe(path)
})
