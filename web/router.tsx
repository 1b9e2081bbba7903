import { accounts } from '#web/features/accounts/manifest.ts'
import { activities } from '#web/features/activities/manifest.ts'
import { appointments } from '#web/features/appointments/manifest.ts'
import { assistant } from '#web/features/assistant/manifest.ts'
import { checks } from '#web/features/checks/manifest.ts'
import { compliance } from '#web/features/compliance/manifest.ts'
import { dashboard } from '#web/features/dashboard/manifest.ts'
import { documentSandbox } from '#web/features/document-sandbox/manifest.ts'
import { documents } from '#web/features/documents/manifest.ts'
import { firm } from '#web/features/firm/manifest.ts'
import { forms } from '#web/features/forms/manifest.ts'
import { guests } from '#web/features/guests/manifest.ts'
import { help } from '#web/features/help/manifest.ts'
import { home } from '#web/features/home/manifest.ts'
import { identity } from '#web/features/identity/manifest.ts'
import { imports } from '#web/features/imports/manifest.ts'
import { integrations } from '#web/features/integrations/manifest.ts'
import { jointClients } from '#web/features/joint-clients/manifest.ts'
import { letters } from '#web/features/letters/manifest.ts'
import { lists } from '#web/features/lists/manifest.ts'
import { mail } from '#web/features/mail/manifest.ts'
import { matters } from '#web/features/matters/manifest.ts'
import { messages } from '#web/features/messages/manifest.ts'
import { notifications } from '#web/features/notifications/manifest.ts'
import { numbers } from '#web/features/numbers/manifest.ts'
import { onboarding } from '#web/features/onboarding/manifest.ts'
import { organisations } from '#web/features/organisations/manifest.ts'
import { payments } from '#web/features/payments/manifest.ts'
import { people } from '#web/features/people/manifest.ts'
import { privacy } from '#web/features/privacy/manifest.ts'
import { queue } from '#web/features/queue/manifest.ts'
import { search } from '#web/features/search/manifest.ts'
import { settings } from '#web/features/settings/manifest.ts'
import { setup } from '#web/features/setup/manifest.ts'
import { signatures } from '#web/features/signatures/manifest.ts'
import { tasks } from '#web/features/tasks/manifest.ts'
import { templates } from '#web/features/templates/manifest.ts'
import { portalOf } from './shell/portal.tsx'

/** All features, in the order in which the navigation shows their entries and the settings their tabs. */
export const { Pages, preload, leadsToSignIn } = portalOf([
  dashboard,
  home,
  lists,
  firm,
  checks,
  queue,
  documents,
  payments,
  messages,
  signatures,
  appointments,
  matters,
  accounts,
  notifications,
  privacy,
  assistant,
  compliance,
  numbers,
  guests,
  jointClients,
  people,
  templates,
  search,
  letters,
  organisations,
  setup,
  mail,
  imports,
  integrations,
  settings,
  help,
  onboarding,
  identity,
  forms,
  tasks,
  activities,
  documentSandbox,
])
