import { firm } from '#contract/firm.ts'
import { people } from '#contract/people.ts'
import { setup } from '#contract/setup.ts'
import { type AccountTools, reactivate } from '#server/features/accounts/service.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import * as inviting from './invitations.ts'
import { closeDoor, giveRole, showPeople } from './people.ts'
import * as service from './service.ts'
import { beginSetup, completeSetup } from './setup.ts'

export const firmRoutes = feature(firm, {
  clients: service.showClients,
  client: service.showClient,
  colleagues: service.showColleagues,
  assign: service.assign,
})

export const peopleRoutes = (tools: AccountTools) =>
  feature(people, {
    list: showPeople,
    invite: inviting.invite,
    resend: inviting.resend,
    withdraw: inviting.withdraw,
    changeRole: (ctx, input) => giveRole(ctx, input, tools),
    deactivate: (ctx, input) => closeDoor(ctx, input, tools),
    reactivate,
    look: inviting.look,
    join: multiStep((ctx, input) => inviting.join(ctx, input, tools)),
  })

export const setupRoutes = (tools: AccountTools) =>
  feature(setup, {
    begin: multiStep(beginSetup),
    complete: multiStep((ctx, input) => completeSetup(ctx, input, tools)),
  })
