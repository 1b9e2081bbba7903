import { organisations } from '#contract/organisations/organisations.ts'
import { companyRegister } from '#contract/organisations/register.ts'
import { reportInfected } from '#server/platform/files/report-infected.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import * as filings from './filings.ts'
import * as parties from './propose-parties.ts'
import * as register from './register.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    organisations:
      | 'organisation.saved'
      | 'organisation.parties_added'
      | 'organisation.looked_up'
      | 'organisation.taken_over'
      | 'company_register.changed'
      | 'organisation.filing_added'
      | 'organisation.filing_read'
      | 'organisation.filing_removed'
  }
}

export const organisationsFeature = feature({
  rank: 'console',
  routes: [
    routesOf(organisations, {
      list: service.listOrganisations,
      save: service.saveOrganisation,
      proposed: parties.listProposed,
      addParties: multiStep(parties.addParties),
      addFiling: multiStep(filings.addFiling, { admit: filings.admitFiling, refused: reportInfected }),
      filing: multiStep(filings.showFiling),
      removeFiling: filings.removeFiling,
    }),
    routesOf(companyRegister, {
      show: register.showSettings,
      save: multiStep(register.saveSettings),
      test: multiStep(register.testSettings),
      removeSecret: multiStep(register.removeSecret),
      lookUp: multiStep(register.lookUp),
      takeOver: register.takeOver,
    }),
  ],
  eventHandlers: { partyRemoved: service.forgetOrganisation },
  knownFiles: store.knownKeys,
})
