import { signOn } from '#contract/sign-on.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import type { Dependencies } from './service/enter.ts'
import { listWarnings } from './service/health.ts'
import { beginSignIn, finishSignIn } from './service/sign-in.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    signOn:
      | 'sign_on.changed'
      | 'sign_on.secret_removed'
      | 'sign_on.linked'
      | 'sign_on.unlinked'
      | 'sign_on.joined'
  }
}

export const signOnFeature = feature<{ signOn: Dependencies }>({
  rank: 'workflow',
  routes: ({ signOn: given }) => [
    routesOf(signOn, {
      show: service.showSignOn,
      save: multiStep(service.saveSignOn),
      test: multiStep(service.testSignOn),
      removeSecret: multiStep(service.removeSecret),
      unlink: (ctx, input) => service.unlink(ctx, input, given.accounts),
      begin: multiStep(beginSignIn),
      enter: multiStep((ctx, input) => finishSignIn(ctx, input, given)),
    }),
  ],
  warnings: listWarnings,
})
