import { useQueryClient } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { activities } from '#contract/activities.ts'
import { appointments } from '#contract/appointments.ts'
import { cases } from '#contract/cases.ts'
import { documents } from '#contract/documents.ts'
import { firm } from '#contract/firm.ts'
import { firmAppointments } from '#contract/firm-appointments.ts'
import { forms } from '#contract/forms.ts'
import { identity } from '#contract/identity.ts'
import { demoInbox, mail } from '#contract/mail.ts'
import { messages } from '#contract/messages.ts'
import { notifications } from '#contract/notifications.ts'
import { onboarding } from '#contract/onboarding.ts'
import { payments } from '#contract/payments.ts'
import { privacy } from '#contract/privacy.ts'
import { reviews } from '#contract/reviews.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { settings } from '#contract/settings.ts'
import { signatures } from '#contract/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import { checkSession, isLeaving } from '#web/features/accounts/hooks.ts'
import { type LiveMap, useLiveChanges } from '#web/platform/live.ts'

/** How far the firm's clients have come. */
const progress = [firm.clients, firm.client]

/** What is asked again when the portal says that a topic has changed. */
const map: LiveMap = {
  user: [accounts.current, accounts.sessions, secondFactor.show],
  tasks: [tasks.list],
  documents: [documents.list, documents.one, reviews.list, reviews.one, reviews.ofClient, ...progress],
  payments: [payments.list, payments.refunds, payments.ofClient, ...progress],
  signatures: [
    signatures.requests,
    signatures.list,
    signatures.ofDocument,
    signatures.sent,
    signatures.evidence,
  ],
  activities: [activities.list],
  notifications: [notifications.list, notifications.choices],
  mails: [mail.list, mail.one, demoInbox.list],
  forms: [forms.draft, forms.answers, forms.ofClient, ...progress],
  clients: progress,
  settings: [settings.firm, settings.all],
  identity: [identity.verifications, identity.waiting, identity.ofClient, identity.comparisons, ...progress],
  onboarding: [onboarding.show],
  privacy: [privacy.requests, privacy.firmRequests],
  cases: [cases.list, cases.one, cases.firmList, cases.firmOne],
  messages: [messages.list, messages.contacts],
  appointments: [
    appointments.list,
    appointments.slots,
    firmAppointments.list,
    firmAppointments.slots,
    firmAppointments.diary,
  ],
}

/** Keeps all pages true while somebody is signed in. */
export const useLivePages = () => {
  const cache = useQueryClient()
  useLiveChanges(map, {
    enabled: true,
    isDeaf: () => isLeaving(cache),
    onSignedOut: () => void checkSession(cache),
  })
}
