import { vi } from 'vitest'
import { accounts, type User, UserId } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import { documents } from '#contract/documents/documents.ts'
import type { LiveEvent } from '#contract/kit/portal.ts'
import { Problem } from '#contract/kit/problem.ts'
import { messages } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { settings } from '#contract/settings.ts'
import { tasks } from '#contract/tasks.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { sessionFlag } from '#web/platform/session.ts'
import { Pages } from '#web/router.tsx'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'

export const strangerId = UserId.parse(idOf(2))

export const unauthenticated = (): never => {
  throw new Problem('unauthenticated', 'Please sign in.')
}

export interface Visit {
  /** The signed-in user, or null for a visitor. */
  user: User | null
  /** Further responses of the server. They take precedence over the default ones. */
  answers?: Answer[]
  isInBrowser?: boolean
}

/** Opens the whole portal at an address, with this user signed in. */
export const openPages = (at: string, { user, answers = [], isInBrowser = false }: Visit) => {
  vi.stubGlobal('EventSource', SilentStream)
  if (user) sessionFlag.write(true)
  return show(
    <Pages />,
    [
      ...answers,
      answer(settings.firm, () => firmOf()),
      answer(accounts.current, () => user ?? unauthenticated()),
      answer(tasks.list, () => [taskOf(11)]),
      answer(notifications.list, () => []),
      answer(activities.list, () => []),
      answer(documents.list, () => []),
      answer(messages.contacts, () => []),
      answer(payments.list, () => []),
    ],
    { at, isInBrowser },
  )
}

/** The event stream, which jsdom does not have. Stays open and silent until `sendToPages` sends an event. */
class SilentStream {
  onopen = null
  onmessage: ((message: { data: string }) => void) | null = null
  onerror = null
  constructor() {
    streams.add(this)
  }
  close() {
    streams.delete(this)
  }
}

const streams = new Set<SilentStream>()

/** Sends a live event to the open pages. */
export const sendToPages = (event: LiveEvent) => {
  for (const { onmessage } of streams) onmessage?.({ data: JSON.stringify(event) })
}
