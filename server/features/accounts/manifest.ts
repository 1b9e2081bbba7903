import { accounts } from '#contract/accounts/accounts.ts'
import { passkeys } from '#contract/accounts/passkeys.ts'
import { photographs } from '#contract/accounts/photographs.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { removePersonalDetails } from './declared-details/store.ts'
import type { AccountDependencies } from './dependencies.ts'
import { confirmEmail, sendConfirmationAgain } from './email-verification.ts'
import { accountsJobs } from './jobs.ts'
import * as passkey from './passkeys/passkeys.ts'
import { personalData as ofPasskeys } from './passkeys/schema.ts'
import * as passkeySignIn from './passkeys/sign-in.ts'
import * as passwordReset from './password-reset.ts'
import * as photograph from './photographs/service.ts'
import * as profile from './profile.ts'
import { register } from './registration.ts'
import { personalData } from './schema.ts'
import * as enrolment from './second-factor/enrolment.ts'
import { signInByCode } from './second-factor/second-step.ts'
import * as signIn from './sign-in.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    accounts:
      | 'account.opened'
      | 'client.assigned'
      | 'client.team_joined'
      | 'person.role_changed'
      | 'person.deactivated'
      | 'person.reactivated'
      | 'person.clients_handed_over'
      | 'photograph.changed'
      | 'photograph.removed'
      | 'session.began'
      | 'session.ended'
      | 'session.ended_elsewhere'
      | 'second_step.asked'
      | 'two_factor.begun'
      | 'two_factor.enabled'
      | 'two_factor.disabled'
      | 'two_factor.ended_for'
      | 'passkey.added'
      | 'passkey.removed'
      | 'recovery_code.used'
      | 'recovery_codes.renewed'
      | 'email.confirmation_sent'
      | 'email.confirmed'
      | 'password.reset_asked'
      | 'password.reset_sent'
      | 'password.reset'
      | 'password.changed'
      | 'profile.changed'
      | 'onboarding.completed'
  }
}

const accountsRoutes = (dependencies: AccountDependencies) =>
  routesOf(accounts, {
    current: (ctx, input) => signIn.showCurrent(ctx, input, dependencies),
    register: multiStep((ctx, input) => register(ctx, input, dependencies)),
    login: multiStep((ctx, input) => signIn.login(ctx, input, dependencies)),
    logout: (ctx, input) => signIn.logout(ctx, input, dependencies),
    saveProfile: multiStep((ctx, input) => profile.saveProfile(ctx, input, dependencies)),
    changePassword: multiStep((ctx, input) => profile.changePassword(ctx, input, dependencies)),
    sessions: dependencies.sessions.listOwn,
    endSession: (ctx, input) => signIn.endSession(ctx, input, dependencies),
    endOtherSessions: (ctx, input) => signIn.endOtherSessions(ctx, input, dependencies),
    askReset: multiStep(passwordReset.askReset),
    lookAtReset: multiStep(passwordReset.lookAtReset),
    resetPassword: multiStep((ctx, input) => passwordReset.resetPassword(ctx, input, dependencies)),
    confirmEmail: multiStep(confirmEmail),
    sendConfirmation: multiStep(sendConfirmationAgain),
  })

const secondFactorRoutes = (dependencies: AccountDependencies) =>
  routesOf(secondFactor, {
    show: enrolment.showTwoFactor,
    enable: multiStep((ctx, input) => enrolment.switchTwoFactor(ctx, input, dependencies)),
    confirm: multiStep((ctx, input) => enrolment.confirmTwoFactor(ctx, input, dependencies)),
    renewCodes: multiStep((ctx, input) => enrolment.renewCodes(ctx, input, dependencies)),
    signIn: multiStep((ctx, input) => signInByCode(ctx, input, dependencies)),
    showOf: enrolment.showTwoFactorOf,
    endFor: multiStep((ctx, input) => enrolment.endTwoFactorFor(ctx, input, dependencies)),
  })

const passkeyRoutes = (dependencies: AccountDependencies) =>
  routesOf(passkeys, {
    list: passkey.listPasskeys,
    begin: multiStep((ctx, input) => passkey.beginPasskey(ctx, input, dependencies)),
    add: multiStep((ctx, input) => passkey.addPasskey(ctx, input, dependencies)),
    remove: multiStep((ctx, input) => passkey.removePasskey(ctx, input, dependencies)),
    ask: multiStep(passkeySignIn.askForPasskey),
    signIn: multiStep((ctx, input) => passkeySignIn.signInByPasskey(ctx, input, dependencies)),
  })

const photographRoutes = routesOf(photographs, {
  own: photograph.showOwn,
  upload: multiStep(photograph.takePhotograph, {
    admit: photograph.admitPhotograph,
    refused: photograph.refusePhotograph,
  }),
  remove: photograph.removePhotograph,
  one: photograph.showPhotograph,
})

export const accountsFeature = feature<{ accounts: AccountDependencies }>({
  rank: 'foundation',
  routes: ({ accounts: given }) => [
    accountsRoutes(given),
    secondFactorRoutes(given),
    passkeyRoutes(given),
    photographRoutes,
  ],
  eventHandlers: {
    clientReset: async ({ db }, { clientId }) => void (await removePersonalDetails(db, clientId)),
  },
  jobs: accountsJobs,
  personalData: [...personalData, ...ofPasskeys],
})
