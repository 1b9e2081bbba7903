import { forms } from '#contract/forms/forms.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { answersFile } from './answers-file.ts'
import type { KnownAnswersDependencies } from './known-answers.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    forms: 'form.submitted'
  }
}

export const formsFeature = feature<{ forms: KnownAnswersDependencies }>({
  rank: 'workflow',
  routes: ({ forms: dependencies }) => [
    routesOf(forms, {
      complete: multiStep(service.completeTask),
      draft: (ctx, input) => service.readDraft(ctx, input, dependencies),
      saveDraft: service.saveDraft,
      answers: service.listAnswers,
      answersFile,
      ofClient: service.listOfClient,
    }),
  ],
  eventHandlers: { clientReset: ({ db }, { clientId }) => store.removeAllOf(db, clientId) },
  personalData,
})
