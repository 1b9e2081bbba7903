import { type Contact, messagesPathOf } from '#contract/messages.ts'
import { pages } from '#contract/pages.ts'
import { dayOf } from './days.ts'
import type { OwnFile } from './file.ts'
import { noMessage } from './nothing-yet.ts'
import type { Report } from './report.ts'

/** Who has written; what was written stays in the conversation. */
export async function reportMessages(file: OwnFile): Promise<Report> {
  const contacts = await file.contacts()
  const waiting = contacts.filter(({ unreadCount }) => unreadCount > 0)
  const label = 'Your messages'
  if (waiting.length > 0)
    return {
      label,
      content: waiting.map(newsOf).join('\n'),
      actions: waiting.slice(0, 2).map((contact) => ({
        label: `Read ${contact.firstName}'s message`,
        path: messagesPathOf({ role: 'client' }, contact.id),
      })),
    }
  const last = contacts
    .flatMap(({ lastMessage }) => (lastMessage ? [lastMessage.createdAt] : []))
    .reduce<Date | null>((latest, at) => (latest === null || at > latest ? at : latest), null)
  const content = last ? `You have no unread messages. The last one was on ${dayOf(last)}.` : noMessage
  return { label, content, actions: [{ label: 'Open Messages', path: pages.messages }] }
}

const newsOf = ({ firstName, lastName, unreadCount }: Contact) =>
  `- ${firstName} ${lastName}: ${unreadCount === 1 ? 'one unread message' : `${unreadCount} unread messages`}`
