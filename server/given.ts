import { fullName } from '#contract/kit/names.ts'
import { openDevices } from './features/accounts/devices.ts'
import { type AccountDependencies, getAccount } from './features/accounts/service.ts'
import { type Sessions, secondStepCookieName } from './features/accounts/sessions/sessions.ts'
import { replyInWords, wakeAssistant } from './features/assistant/service.ts'
import { findAttached } from './features/documents/service.ts'
import { linksOpenTo } from './features/firm/notice-links.ts'
import { admitByAddress } from './features/firm/people/invitations.ts'
import type { Dependencies as LetterTemplateDependencies } from './features/letter-templates/service.ts'
import * as cases from './features/matters/service.ts'
import { notify } from './features/notifications/service.ts'
import { findFundsSource } from './features/onboarding/service.ts'
import { findFirm, getSecret, hasFirm } from './features/settings/service.ts'
import type { Dependencies as SignOnDependencies } from './features/sign-on/service/enter.ts'
import { findProviderSignOut } from './features/sign-on/service.ts'
import type { PartyDependencies } from './features/signatures/witness/witness-name.ts'
import type { PersonalDataSource } from './platform/audit/personal-data.ts'
import type { Database } from './platform/db/database.ts'
import type { KnownFiles } from './platform/files/sweeper.ts'
import type { Ports } from './platform/ports/ports.ts'

/** Passed to features: functions that their rank does not let them import, and what all features declare together. */
export interface Given {
  accounts: AccountDependencies
  findDocuments: typeof findAttached
  forms: { findFundsSource: typeof findFundsSource }
  letterTemplates: LetterTemplateDependencies
  matters: Pick<typeof cases, 'visibleMatters' | 'mattersOfTasks' | 'visibleMattersOf' | 'listDeedParties'>
  deeds: PartyDependencies
  notifications: { linksOpenTo: typeof linksOpenTo }
  signOn: SignOnDependencies
  assistant: { wake: typeof wakeAssistant; reply: typeof replyInWords }
  personalData: readonly PersonalDataSource[]
  knownFiles: readonly KnownFiles[]
}

/** What features get from others that their rank does not let them import. */
export async function openGiven(
  { database: { db }, ports }: { database: Database; ports: Ports },
  sessions: Sessions,
): Promise<Omit<Given, 'personalData' | 'knownFiles'>> {
  const devices = openDevices({ secret: await getSecret(db, 'device_secret'), isSecure: ports.isSecure })
  const secondStep = secondStepCookieName(ports.isSecure)
  const accounts = { sessions, devices, secondStep, findFirm, hasFirm, notify, findProviderSignOut }
  return {
    accounts,
    notifications: { linksOpenTo },
    signOn: { accounts, admitByAddress },
    findDocuments: findAttached,
    forms: { findFundsSource },
    matters: cases,
    deeds: { partiesToDeed: cases.partiesToDeed },
    letterTemplates: { nameOf: async (on, id) => fullName(await getAccount(on, id)) },
    assistant: { wake: wakeAssistant, reply: replyInWords },
  }
}
