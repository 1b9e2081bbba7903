import type { api } from '#contract/api.ts'
import { everythingOn } from '#contract/notifications/notifications.ts'
import { members, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'notifications'>> = {
  'notifications.list': { answers: members() },
  'notifications.markRead': { answers: members() },
  'notifications.choices': { answers: members() },
  'notifications.saveChoices': { ask: () => everythingOn, answers: members() },
}
