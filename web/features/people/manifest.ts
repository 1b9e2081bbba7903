import { Users } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const people: Feature = {
  pages: [
    {
      path: pages.people,
      audience: 'firm',
      action: 'people.manage',
      page: chunk(async () => (await import('./page.tsx')).PeoplePage),
      entry: { label: 'People', icon: Users, isSetUp: true },
    },
    {
      path: pages.invitation,
      audience: 'anyone',
      frame: 'auth',
      page: chunk(async () => (await import('./invitation-page.tsx')).InvitationPage),
    },
  ],
  live: {
    clients: ['absences.own'],
    appointments: ['absences.own', 'absences.booked'],
    cases: ['handOver.held'],
  },
  settings: [
    {
      value: 'away',
      label: 'Time away',
      action: 'matters.run',
      content: chunk(async () => (await import('./away-tab.tsx')).AwayTab),
    },
  ],
}
