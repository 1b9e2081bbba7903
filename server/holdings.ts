import { holdings as accounts } from './features/accounts/holdings.ts'
import { holdings as activities } from './features/activities/holdings.ts'
import { holdings as appointments } from './features/appointments/holdings.ts'
import { holdings as assistant } from './features/assistant/holdings.ts'
import { holdings as cases } from './features/cases/holdings.ts'
import { holdings as documents } from './features/documents/holdings.ts'
import { holdings as forms } from './features/forms/holdings.ts'
import { holdings as identity } from './features/identity/holdings.ts'
import { holdings as mail } from './features/mail/holdings.ts'
import { holdings as messages } from './features/messages/holdings.ts'
import { holdings as notifications } from './features/notifications/holdings.ts'
import { holdings as onboarding } from './features/onboarding/holdings.ts'
import { holdings as payments } from './features/payments/holdings.ts'
import { holdings as privacy } from './features/privacy/holdings.ts'
import { holdings as signatures } from './features/signatures/holdings.ts'
import { holdings as tasks } from './features/tasks/holdings.ts'
import { type Holding, held } from './platform/holdings.ts'
import { audit, refusals } from './platform/schema.ts'

const trail = held(audit, {
  title: 'What you did in the portal',
  whose: audit.actorId,
  columns: {
    id: true,
    at: true,
    actorId: 'Your own reference number.',
    event: true,
    subjectId: 'Your own reference number.',
    address: true,
    agent: true,
    requestId: true,
    details: 'How the portal recorded it; what you gave us and received is in the other sections.',
  },
})

const refused = held(refusals, {
  title: 'What the portal refused you',
  whose: refusals.actorId,
  columns: {
    id: true,
    minute: true,
    event: true,
    address: true,
    actorId: 'Your own reference number.',
    subjectId: 'Your own reference number.',
    count: true,
    agent: true,
    requestId: true,
    details: 'How the portal noted it.',
  },
})

/**
 * All that the portal holds of a client, in the order in which the export tells it. A table that is neither
 * here nor among the reasoned exceptions fails the tests.
 */
export const holdings: readonly Holding[] = [
  ...accounts,
  ...tasks,
  ...documents,
  ...forms,
  ...identity,
  ...onboarding,
  ...assistant,
  ...payments,
  ...messages,
  ...signatures,
  ...appointments,
  ...cases,
  ...notifications,
  ...mail,
  ...privacy,
  ...activities,
  trail,
  refused,
]
