import { accounts } from './accounts/accounts.ts'
import { passkeys } from './accounts/passkeys.ts'
import { photographs } from './accounts/photographs.ts'
import { secondFactor } from './accounts/second-factor.ts'
import { activities } from './activities.ts'
import { apiKeys } from './api-keys.ts'
import { appointments } from './appointments/appointments.ts'
import { firmAppointments } from './appointments/diary.ts'
import { assistant, knowledge } from './assistant/assistant.ts'
import { compliance } from './compliance.ts'
import { connections } from './connections.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { documentRequests } from './document-requests.ts'
import { documentSandbox } from './document-sandbox.ts'
import { documents } from './documents/documents.ts'
import { reviews } from './documents/reviews.ts'
import { bulk } from './firm/bulk.ts'
import { clientInvitations } from './firm/client-invitations.ts'
import { firm } from './firm/firm.ts'
import { handOver } from './firm/hand-over.ts'
import { lists } from './firm/lists.ts'
import { matterTabs } from './firm/matter-tabs.ts'
import { people } from './firm/people.ts'
import { setup } from './firm/setup.ts'
import { absences, teams } from './firm/teams.ts'
import { forms } from './forms/forms.ts'
import { guests } from './guests.ts'
import { guideSearch, help } from './help.ts'
import { home } from './home/home.ts'
import { identity } from './identity/identity.ts'
import { identityProvider, identityReports } from './identity/reports.ts'
import { imports } from './imports/imports.ts'
import { jointClients } from './joint-clients.ts'
import { portal } from './kit/portal.ts'
import { letterTemplates } from './letter-templates/letter-templates.ts'
import { letters } from './letters/letters.ts'
import { demoInbox, mail } from './mail.ts'
import { matters } from './matters/matters.ts'
import { matterParties } from './matters/parties.ts'
import { merges } from './merges.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications/notifications.ts'
import { numbers } from './numbers.ts'
import { onboarding } from './onboarding/onboarding.ts'
import { organisations } from './organisations/organisations.ts'
import { companyRegister } from './organisations/register.ts'
import { payments } from './payments/payments.ts'
import { payouts } from './payments/payouts.ts'
import { bankPayments, paymentProcessor } from './payments/processor.ts'
import { privacy } from './privacy.ts'
import { queue } from './queue.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { signOn } from './sign-on.ts'
import { signatures } from './signatures/signatures.ts'
import { witness } from './signatures/witness.ts'
import { tasks } from './tasks.ts'
import { doubledTasks } from './templates/doubled-tasks.ts'
import { matterTemplates, templates } from './templates/templates.ts'
import { textMessages, textProvider } from './text-messages.ts'
import { webhooks } from './webhooks.ts'

/** Every endpoint of the portal. The OpenAPI document and the authorization matrix are derived from it. */
export const api = {
  portal,
  accounts,
  secondFactor,
  passkeys,
  photographs,
  signOn,
  settings,
  tasks,
  activities,
  notifications,
  mail,
  demoInbox,
  textMessages,
  textProvider,
  documents,
  reviews,
  documentRequests,
  payments,
  bankPayments,
  paymentProcessor,
  payouts,
  forms,
  identity,
  identityProvider,
  identityReports,
  onboarding,
  cases: matters,
  caseParties: matterParties,
  jointClients,
  caseTemplates: matterTemplates,
  doubledTasks,
  templates,
  messages,
  signatures,
  witness,
  letterTemplates,
  letters,
  privacy,
  dashboard,
  home,
  queue,
  firm,
  clientInvitations,
  lists,
  caseTabs: matterTabs,
  bulk,
  handOver,
  compliance,
  guests,
  organisations,
  companyRegister,
  people,
  merges,
  teams,
  absences,
  search,
  setup,
  documentSandbox,
  appointments,
  firmAppointments,
  apiKeys,
  connections,
  webhooks,
  imports,
  numbers,
  assistant,
  knowledge,
  help,
  guideSearch,
}
