import { accounts } from '#contract/accounts.ts'
import { type Feature, feature, staged } from '#server/platform/feature.ts'
import * as ownAccount from './own-account.ts'
import { register } from './registration.ts'
import type { AccountTools } from './service.ts'
import * as signIn from './sign-in.ts'
import * as store from './store.ts'

export const accountsRoutes = (tools: AccountTools): Feature =>
  feature(
    accounts,
    {
      current: (ctx, input) => signIn.showCurrent(ctx, input, tools),
      register: staged((ctx, input) => register(ctx, input, tools)),
      login: staged((ctx, input) => signIn.login(ctx, input, tools)),
      logout: (ctx, input) => signIn.logout(ctx, input, tools),
      saveProfile: staged(ownAccount.saveProfile),
      changePassword: staged((ctx, input) => ownAccount.changePassword(ctx, input, tools)),
      sessions: tools.sessions.listOwn,
      endSession: (ctx, input) => signIn.endSession(ctx, input, tools),
    },
    { clientReset: async ({ db }, { clientId }) => void (await store.removeParticulars(db, clientId)) },
  )
