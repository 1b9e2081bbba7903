import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const jointClients: Feature = {
  pages: [
    {
      path: pages.jointInvitation,
      audience: 'anyone',
      frame: 'auth',
      page: chunk(async () => (await import('./page.tsx')).JointInvitationPage),
    },
  ],
  live: { cases: ['jointClients.list', 'jointClients.accepted', 'jointClients.firmList'] },
}
