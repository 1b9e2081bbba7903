import { forms } from '#contract/forms/forms.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { answersFile } from './answers-file.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    forms: 'form.submitted'
  }
}

export const formsFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(forms, {
      complete: multiStep(service.completeTask),
      draft: service.readDraft,
      saveDraft: service.saveDraft,
      answers: service.listAnswers,
      answersFile,
      ofClient: service.listOfClient,
    }),
  ],
  eventHandlers: { clientReset: ({ db }, { clientId }) => store.removeAllOf(db, clientId) },
  personalData,
})
