import { accounts } from './accounts.ts'
import { activities } from './activities.ts'
import { appointments } from './appointments.ts'
import { assistant, knowledge } from './assistant.ts'
import { dashboard } from './dashboard.ts'
import { documentRequests } from './document-requests.ts'
import { documentSandbox } from './document-sandbox.ts'
import { documents } from './documents.ts'
import { firm } from './firm.ts'
import { firmAppointments } from './firm-appointments.ts'
import { forms } from './forms.ts'
import { identity } from './identity.ts'
import { demoInbox, mail } from './mail.ts'
import { matterParties } from './matter-parties.ts'
import { matters } from './matters.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { onboarding } from './onboarding.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { portal } from './portal.ts'
import { privacy } from './privacy.ts'
import { reviews } from './reviews.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { signatures } from './signatures.ts'
import { tasks } from './tasks.ts'

/** Everything the portal can be asked: the OpenAPI document and the authorization matrix read it. */
export const api = {
  portal,
  accounts,
  secondFactor,
  settings,
  tasks,
  activities,
  notifications,
  mail,
  demoInbox,
  documents,
  reviews,
  documentRequests,
  payments,
  forms,
  identity,
  onboarding,
  cases: matters,
  caseParties: matterParties,
  messages,
  signatures,
  privacy,
  dashboard,
  firm,
  people,
  search,
  setup,
  documentSandbox,
  appointments,
  firmAppointments,
  assistant,
  knowledge,
}
