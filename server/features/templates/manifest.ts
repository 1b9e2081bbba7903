import { doubledTasks } from '#contract/templates/doubled-tasks.ts'
import { matterTemplates, templates } from '#contract/templates/templates.ts'
import { matterTasks } from '#server/features/matters/service.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { askOnce, listDoubled } from './service/doubled-tasks.ts'
import { refuseFormer, refuseFormerDeletion } from './service/former-people.ts'
import { showRemoval } from './service/party-removal.ts'
import { refuseOtherSteps } from './service/refuse-other-steps.ts'
import { advance, followTask, startMatter } from './service/run-matter.ts'
import { listReused, moveMatter, previewType, showWorkflow } from './service/show-matter.ts'
import { closeUnneeded, listUnneeded, listUntouched } from './service/unneeded-tasks.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    templates:
      | 'template.added'
      | 'template.draft_saved'
      | 'template.draft_discarded'
      | 'template.published'
      | 'case.template_changed'
      | 'case.tasks_closed'
  }
}

export const templatesFeature = feature({
  rank: 'console',
  routes: [
    routesOf(templates, {
      list: service.listTemplates,
      one: service.showTemplate,
      add: service.addTemplate,
      saveDraft: service.saveDraft,
      discardDraft: service.discardDraft,
      publish: service.publish,
    }),
    routesOf(matterTemplates, {
      types: service.listTypes,
      one: showWorkflow,
      reused: listReused,
      preview: previewType,
      untouched: listUntouched,
      unneeded: listUnneeded,
      closeUnneeded,
      removal: showRemoval,
      move: moveMatter,
    }),
    routesOf(doubledTasks, { list: listDoubled, askOnce }),
  ],
  eventHandlers: {
    matterStarted: startMatter,
    matterChanged: (ctx, { matterId, informedId }) => advance(ctx, { matterId, informedId }),
    firstClientChanged: refuseOtherSteps,
    mattersRemoved: async ({ db }, { matterIds }) => {
      await matterTasks.removeOfMatters(db, matterIds)
      await store.removeRuns(db, matterIds)
    },
    answersCorrected: refuseFormer,
    documentDeleting: refuseFormerDeletion,
    taskChanged: followTask,
    taskWithdrawn: async ({ db }, { taskId }) => {
      await matterTasks.updateWithdrawn(db, taskId)
    },
    clientReset: async ({ db }, { clientId }) => void (await matterTasks.removeOfClient(db, clientId)),
  },
})
