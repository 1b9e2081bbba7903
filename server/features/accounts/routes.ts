import { accounts } from '#contract/accounts.ts'
import { type Feature, feature, staged } from '#server/platform/feature.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const accountsRoutes = (tools: service.AccountTools): Feature =>
  feature(
    accounts,
    {
      current: ({ db, actor }) => store.findUser(db, actor.sessionId),
      register: staged((ctx, input) => service.register(ctx, input, tools)),
      login: staged((ctx, input) => service.login(ctx, input, tools)),
      logout: (ctx, input) => service.logout(ctx, input, tools),
      saveProfile: staged(service.saveProfile),
      changePassword: staged((ctx, input) => service.changePassword(ctx, input, tools)),
      sessions: service.listSessions,
      endSession: (ctx, input) => service.endSession(ctx, input, tools),
    },
    { clientReset: async ({ db }, { clientId }) => void (await store.removeParticulars(db, clientId)) },
  )
