import { UserId } from '#contract/accounts/accounts.ts'
import { type Contact, type Message, MessageId } from '#contract/messages.ts'
import { idOf } from '#web/testing.tsx'

export const anaId = UserId.parse(idOf(1))
export const priyaId = UserId.parse(idOf(701))

/** Returns the nth message from Priya to Ana. */
export const messageOf = (n: number, facts: Partial<Message> = {}): Message => {
  const senderId = facts.senderId ?? priyaId
  return {
    id: MessageId.parse(idOf(n)),
    senderId,
    receiverId: senderId === priyaId ? anaId : priyaId,
    content: String(n),
    isRead: false,
    attachments: [],
    key: null,
    createdAt: new Date('2026-11-09T09:00:00Z'),
    ...facts,
  }
}

export const contactOf = (facts: Partial<Contact> = {}): Contact => ({
  id: priyaId,
  firstName: 'Priya',
  lastName: 'Raman',
  email: 'priya.raman@hartley-rowe.example',
  canWrite: true,
  photographId: null,
  away: null,
  successor: null,
  isReadByTeam: false,
  unreadCount: 0,
  lastMessage: null,
  ...facts,
})
