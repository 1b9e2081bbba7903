import { firm } from '#contract/firm.ts'
import { people } from '#contract/people.ts'
import { setup } from '#contract/setup.ts'
import { type AccountDependencies, reactivate } from '#server/features/accounts/service.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import * as invitations from './invitations.ts'
import * as service from './service.ts'
import { beginSetup, completeSetup } from './setup.ts'

export const firmRoutes = feature(firm, {
  clients: service.showClients,
  client: service.showClient,
  colleagues: service.showColleagues,
  assign: service.assign,
})

export const peopleRoutes = (dependencies: AccountDependencies) =>
  feature(people, {
    list: service.showPeople,
    invite: invitations.invite,
    resend: invitations.resend,
    withdraw: invitations.withdraw,
    changeRole: (ctx, input) => service.giveRole(ctx, input, dependencies),
    deactivate: (ctx, input) => service.closeDoor(ctx, input, dependencies),
    reactivate,
    look: invitations.look,
    join: multiStep((ctx, input) => invitations.join(ctx, input, dependencies)),
  })

export const setupRoutes = (dependencies: AccountDependencies) =>
  feature(setup, {
    begin: multiStep(beginSetup),
    complete: multiStep((ctx, input) => completeSetup(ctx, input, dependencies)),
  })
