import type { MessageId } from '#contract/messages.ts'
import type { JobContext } from '#server/platform/job-context.ts'
import type { JobTable } from '#server/platform/jobs.ts'
import { ringUnread } from './bell.ts'

export const messagesJobs = (jobContext: JobContext): JobTable => ({
  ringUnread: ({ messageId }) => jobContext.transaction((ctx) => ringUnread(ctx, messageId as MessageId)),
})
