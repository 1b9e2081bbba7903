import { imports } from '#contract/imports/imports.ts'
import type { AccountDependencies } from '#server/features/accounts/service.ts'
import type { PersonalDataSource } from '#server/platform/audit/personal-data.ts'
import { reportInfected } from '#server/platform/files/report-infected.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { importJobs } from './jobs.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    imports:
      | 'import.uploaded'
      | 'import.started'
      | 'import.finished'
      | 'import.undo_started'
      | 'import.undone'
      | 'import.discarded'
      | 'import.wrong_rows_read'
      | 'client.imported'
      | 'client.invited'
      | 'client.import_undone'
      | 'case.imported'
  }
}

interface Given {
  accounts: AccountDependencies
  personalData: readonly PersonalDataSource[]
}

export const importsFeature = feature<Given>({
  rank: 'console',
  routes: [
    routesOf(imports, {
      list: service.listImports,
      upload: multiStep(service.takeFile, { admit: service.admitUpload, refused: reportInfected }),
      one: service.showImport,
      saveColumns: service.saveColumns,
      start: service.startImport,
      undo: service.undoImport,
      invite: service.inviteImported,
      discard: service.discardImport,
      wrongRows: multiStep(service.wrongRows),
    }),
  ],
  eventHandlers: {
    clientReset: async ({ db }, { clientId }) => {
      await store.removeCaseReferences(db, clientId)
    },
  },
  jobs: importJobs,
})
