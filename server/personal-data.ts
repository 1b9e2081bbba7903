import { personalData as accounts } from './features/accounts/schema.ts'
import { personalData as activities } from './features/activities/schema.ts'
import { personalData as appointments } from './features/appointments/schema.ts'
import { personalData as assistant } from './features/assistant/schema.ts'
import { personalData as cases } from './features/cases/schema.ts'
import { personalData as documents } from './features/documents/schema.ts'
import { personalData as forms } from './features/forms/schema.ts'
import { personalData as identity } from './features/identity/schema.ts'
import { personalData as mail } from './features/mail/schema.ts'
import { personalData as messages } from './features/messages/schema.ts'
import { personalData as notifications } from './features/notifications/schema.ts'
import { personalData as onboarding } from './features/onboarding/schema.ts'
import { personalData as payments } from './features/payments/schema.ts'
import { personalData as privacy } from './features/privacy/schema.ts'
import { personalData as signatures } from './features/signatures/schema.ts'
import { personalData as tasks } from './features/tasks/schema.ts'
import { type PersonalDataSource, registerTable } from './platform/audit/personal-data.ts'
import { audit, refusals } from './platform/db/schema.ts'

const trail = registerTable(audit, {
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

const refused = registerTable(refusals, {
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
export const personalData: readonly PersonalDataSource[] = [
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
