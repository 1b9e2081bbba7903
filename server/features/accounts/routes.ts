import { accounts } from '#contract/accounts.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { type Feature, feature, multiStep } from '#server/platform/http/feature.ts'
import { removeParticulars } from './declared-details/store.ts'
import type { AccountTools } from './dependencies.ts'
import { confirmEmail, sendConfirmationAgain } from './email-verification.ts'
import * as resetting from './password-reset.ts'
import * as ownAccount from './profile.ts'
import { register } from './registration.ts'
import * as enrolling from './second-factor/enrolment.ts'
import { signInByCode } from './second-factor/second-step.ts'
import * as helping from './second-factor/support-reset.ts'
import * as signIn from './sign-in.ts'

export const accountsRoutes = (tools: AccountTools): Feature =>
  feature(
    accounts,
    {
      current: (ctx, input) => signIn.showCurrent(ctx, input, tools),
      register: multiStep((ctx, input) => register(ctx, input, tools)),
      login: multiStep((ctx, input) => signIn.login(ctx, input, tools)),
      logout: (ctx, input) => signIn.logout(ctx, input, tools),
      saveProfile: multiStep((ctx, input) => ownAccount.saveProfile(ctx, input, tools)),
      changePassword: multiStep((ctx, input) => ownAccount.changePassword(ctx, input, tools)),
      sessions: tools.sessions.listOwn,
      endSession: (ctx, input) => signIn.endSession(ctx, input, tools),
      endOtherSessions: (ctx, input) => signIn.endOtherSessions(ctx, input, tools),
      askReset: multiStep(resetting.askReset),
      resetPassword: multiStep((ctx, input) => resetting.resetPassword(ctx, input, tools)),
      confirmEmail: multiStep(confirmEmail),
      sendConfirmation: multiStep(sendConfirmationAgain),
    },
    { clientReset: async ({ db }, { clientId }) => void (await removeParticulars(db, clientId)) },
  )

export const secondFactorRoutes = (tools: AccountTools): Feature =>
  feature(secondFactor, {
    show: enrolling.showTwoFactor,
    enable: multiStep((ctx, input) => enrolling.switchTwoFactor(ctx, input, tools)),
    confirm: multiStep((ctx, input) => enrolling.confirmTwoFactor(ctx, input, tools)),
    renewCodes: multiStep((ctx, input) => enrolling.renewCodes(ctx, input, tools)),
    signIn: multiStep((ctx, input) => signInByCode(ctx, input, tools)),
    showOf: helping.showTwoFactorOf,
    endFor: multiStep((ctx, input) => helping.endTwoFactorFor(ctx, input, tools)),
  })
