import type { MessageId } from '#contract/messages.ts'
import type { Backstage } from '#server/platform/backstage.ts'
import type { JobTable } from '#server/platform/jobs.ts'
import { ringUnread } from './bell.ts'

export const messagesJobs = (backstage: Backstage): JobTable => ({
  ringUnread: ({ messageId }) => backstage.transaction((ctx) => ringUnread(ctx, messageId as MessageId)),
})
