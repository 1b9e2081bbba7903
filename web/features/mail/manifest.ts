import { Mails } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const mail: Feature = {
  pages: [
    {
      path: pages.firmMails,
      audience: 'firm',
      action: 'mails.manage',
      page: chunk(async () => (await import('./page.tsx')).MailsPage),
      entry: { label: 'Outbox', icon: Mails, isSetUp: true },
    },
    {
      path: pages.demoInbox,
      audience: 'client',
      inDemo: true,
      page: chunk(async () => (await import('./inbox-page.tsx')).InboxPage),
    },
  ],
  live: {
    mails: ['mail.list', 'mail.one', 'mail.transport', 'demoInbox.list'],
    connections: ['mail.transport'],
    texts: ['textMessages.list', 'textMessages.standing', 'textMessages.offer'],
  },
}
