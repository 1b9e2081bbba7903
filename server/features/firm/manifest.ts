import { bulk } from '#contract/firm/bulk.ts'
import { clientInvitations } from '#contract/firm/client-invitations.ts'
import { firm } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { lists } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { people } from '#contract/firm/people.ts'
import { setup } from '#contract/firm/setup.ts'
import { absences, teams } from '#contract/firm/teams.ts'
import { type AccountDependencies, reactivate } from '#server/features/accounts/service.ts'
import { showCaseload } from '#server/features/matters/service.ts'
import { countUnansweredOf } from '#server/features/messages/service.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import * as clients from './client-invitations.ts'
import { firmJobs } from './jobs.ts'
import * as bulkChanges from './lists/bulk.ts'
import * as listing from './lists/service.ts'
import * as tabs from './matter-tabs.ts'
import { endAbsence, saveAbsence, showBooked, showOwnAbsence } from './people/absences.ts'
import { hand, showHandOver } from './people/hand-over.ts'
import * as invitations from './people/invitations.ts'
import { createTeam, listTeams, removeTeam, saveTeam } from './people/teams.ts'
import * as service from './service.ts'
import { admitBeforeSetup, beginSetup, completeSetup } from './setup.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    firm:
      | 'portal.set_up'
      | 'list.exported'
      | 'client.added'
      | 'client.reminded'
      | 'person.invited'
      | 'invitation.withdrawn'
      | 'person.joined'
      | 'person.away'
      | 'person.back'
      | 'team.created'
      | 'team.changed'
      | 'team.removed'
  }
}

const firmRoutes = routesOf(firm, {
  clients: service.showClients,
  client: service.showClient,
  reach: service.showReach,
  colleagues: service.showColleagues,
  assign: service.assign,
  joinTeam: service.join,
})

const clientInvitationRoutes = (dependencies: AccountDependencies) =>
  routesOf(clientInvitations, {
    send: multiStep((ctx, input) => clients.send(ctx, input, dependencies)),
    resend: multiStep((ctx, input) => clients.resend(ctx, input, dependencies)),
  })

const listsRoutes = routesOf(lists, {
  clients: listing.listClients,
  matters: listing.listMatters,
  clientsFile: multiStep(listing.exportClients),
  mattersFile: multiStep(listing.exportMatters),
  people: listing.listPeople,
  views: listing.listViews,
  saveView: listing.saveView,
  removeView: listing.removeView,
})

const bulkRoutes = routesOf(bulk, {
  assignClients: multiStep(bulkChanges.assignClients),
  requestDocuments: multiStep(bulkChanges.requestDocuments),
  remindClients: multiStep(bulkChanges.remindClients),
  assignMatters: multiStep(bulkChanges.assignMatters),
  closeMatters: multiStep(bulkChanges.closeMatters),
})

const matterTabsRoutes = routesOf(matterTabs, {
  summary: tabs.showSummary,
  tasks: tabs.listTasks,
  documents: tabs.listDocuments,
  payments: tabs.listPayments,
  contacts: tabs.listContacts,
  activity: tabs.listActivity,
  requestDocument: tabs.requestForMatter,
})

const handOverRoutes = routesOf(handOver, {
  show: showHandOver,
  hand,
  held: showCaseload,
  unread: (ctx, { id }) => countUnansweredOf(ctx, id),
})

const peopleRoutes = (dependencies: AccountDependencies) =>
  routesOf(people, {
    list: service.showPeople,
    inspection: service.showInspection,
    invite: invitations.invite,
    resend: invitations.resend,
    withdraw: invitations.withdraw,
    saveRoles: (ctx, input) => service.giveRoles(ctx, input, dependencies),
    deactivate: (ctx, input) => service.deactivatePerson(ctx, input, dependencies),
    reactivate,
    look: invitations.look,
    join: multiStep((ctx, input) => invitations.join(ctx, input, dependencies)),
  })

const teamsRoutes = routesOf(teams, {
  list: listTeams,
  create: createTeam,
  save: saveTeam,
  remove: removeTeam,
})

const absencesRoutes = routesOf(absences, {
  own: showOwnAbsence,
  booked: showBooked,
  save: saveAbsence,
  end: endAbsence,
})

const setupRoutes = (dependencies: AccountDependencies) =>
  routesOf(setup, {
    begin: multiStep(beginSetup, { admit: admitBeforeSetup }),
    complete: multiStep((ctx, input) => completeSetup(ctx, input, dependencies), { admit: admitBeforeSetup }),
  })

export const firmFeature = feature<{ accounts: AccountDependencies }>({
  rank: 'console',
  routes: (given) => [
    firmRoutes,
    clientInvitationRoutes(given.accounts),
    listsRoutes,
    bulkRoutes,
    matterTabsRoutes,
    handOverRoutes,
    peopleRoutes(given.accounts),
    teamsRoutes,
    absencesRoutes,
    setupRoutes(given.accounts),
  ],
  jobs: firmJobs,
  eventHandlers: { rolesLost: service.settleRoles },
})
