import type { MessageId } from '#contract/messages.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { ringUnread } from './unread-reminder.ts'

export const messagesJobs = (jobContext: JobContext): JobTable => ({
  ringUnread: ({ messageId }) => jobContext.transaction((ctx) => ringUnread(ctx, messageId as MessageId)),
})
