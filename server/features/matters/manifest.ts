import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { releaseMatters } from './departures/release-matters.ts'
import { mattersJobs, queueTaskSteps } from './jobs.ts'
import { followAccount } from './parties/contact.ts'
import { nameFirst } from './parties/service/name-first.ts'
import { listColleagues, saveAccess } from './parties/service/restrict-matter.ts'
import * as parties from './parties/service.ts'
import { personalData } from './schema.ts'
import { close, showClosing } from './service/close-matter.ts'
import { carriedOutOnce } from './service/repeated-command.ts'
import * as service from './service.ts'
import { notifyOfLatePayment } from './steps/late-payment.ts'
import { timelineData } from './timeline/schema.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    matters:
      | 'case.requested'
      | 'case.opened'
      | 'case.rejected'
      | 'case.moved'
      | 'case.noted'
      | 'case.closed'
      | 'case.reopened'
      | 'case.changed'
      | 'case.staged'
      | 'case.stage_undone'
      | 'case.facts_saved'
      | 'case.handed_over'
      | 'case.released'
      | 'case.internal_note'
      | 'case.party_added'
      | 'case.party_changed'
      | 'case.named_first'
      | 'case.party_removed'
      | 'case.access_changed'
  }
}

export const mattersFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(matters, {
      list: service.list,
      one: service.show,
      request: multiStep(service.request),
      closing: showClosing,
      close,
      firmList: service.listForFirm,
      firmOne: service.showToFirm,
      clients: parties.listKnownClients,
      start: carriedOutOnce('start', service.start),
      open: service.open,
      reject: service.reject,
      move: carriedOutOnce('move', service.move),
      note: carriedOutOnce('note', service.note),
      saveFacts: service.saveFacts,
      setStage: carriedOutOnce('setStage', service.setStage),
      undoStage: service.undoStage,
      addInternalNote: service.addInternalNote,
      firmClose: service.closeForClient,
      reopen: service.reopen,
    }),
    routesOf(matterParties, {
      people: parties.listPeople,
      colleagues: listColleagues,
      add: parties.addParty,
      save: parties.saveParty,
      remove: parties.removeParty,
      nameFirst,
      saveAccess,
    }),
  ],
  eventHandlers: {
    clientReset: service.eraseMatters,
    contactChanged: followAccount,
    matterTouched: service.invalidateTouched,
    paymentMade: notifyOfLatePayment,
    staffDeparted: releaseMatters,
    taskChanged: queueTaskSteps,
    tasksDueChanged: queueTaskSteps,
    matterDocumentChanged: service.notifyOfDocument,
  },
  jobs: mattersJobs,
  personalData: [...personalData, ...timelineData],
})
