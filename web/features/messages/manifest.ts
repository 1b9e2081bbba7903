import { MessageSquare } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

const page = chunk(async () => (await import('./page.tsx')).MessagesPage)
const Badge = chunk(async () => (await import('./hooks.tsx')).UnreadCount)

export const messages: Feature = {
  pages: [
    {
      path: pages.messages,
      audience: 'client',
      page,
      entry: { label: 'Messages', icon: MessageSquare, Badge },
    },
    {
      path: pages.firmMessages,
      audience: 'firm',
      action: 'messages.read',
      page,
      entry: { label: 'Messages', icon: MessageSquare, tab: 'Messages', Badge },
    },
  ],
  live: { messages: ['messages.list', 'messages.contacts', 'messages.colleagues'] },
}
