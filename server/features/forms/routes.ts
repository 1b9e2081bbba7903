import { forms } from '#contract/forms.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import { answersFile } from './answers-file.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const formsRoutes = feature(
  forms,
  {
    complete: multiStep(service.completeTask),
    draft: service.readDraft,
    saveDraft: service.saveDraft,
    answers: service.listAnswers,
    answersFile,
    ofClient: service.listOfClient,
  },
  { clientReset: ({ db }, { clientId }) => store.removeAllOf(db, clientId) },
)
