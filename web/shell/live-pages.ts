import { useQueryClient } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { activities } from '#contract/activities.ts'
import { cases } from '#contract/cases.ts'
import { documents } from '#contract/documents.ts'
import { forms } from '#contract/forms.ts'
import { identity } from '#contract/identity.ts'
import { notifications } from '#contract/notifications.ts'
import { onboarding } from '#contract/onboarding.ts'
import { payments } from '#contract/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { checkSession } from '#web/features/accounts/hooks.ts'
import { type LiveMap, useLiveChanges } from '#web/platform/live.ts'

/** What is asked again when the portal says that a topic has changed. */
const map: LiveMap = {
  user: [accounts.current, accounts.sessions],
  tasks: [tasks.list],
  documents: [documents.list, documents.one],
  payments: [payments.list],
  activities: [activities.list],
  notifications: [notifications.list],
  forms: [forms.draft, forms.answers],
  identity: [identity.verifications],
  onboarding: [onboarding.show],
  cases: [cases.list, cases.one, cases.firmList, cases.firmOne],
}

/** Keeps all pages true while somebody is signed in. */
export const useLivePages = () => {
  const cache = useQueryClient()
  useLiveChanges(map, { enabled: true, onSignedOut: () => void checkSession(cache) })
}
