import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Caller, Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { days } from '#server/platform/time/durations.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface AccountDependencies {
  sessions: Sessions
  devices: Devices
  /** Name of the cookie of a sign-in that waits for the second factor. */
  secondStep: string
  notify: (ctx: Ctx, userId: UserId, notice: AccountNotice) => Promise<void>
  /** Finds the firm, whose name is refused as a password. */
  findFirm: (db: Db) => Promise<{ name: string }>
  /** Returns the provider's sign-out address for somebody signed in by the firm's provider. Null if it has none. */
  findProviderSignOut: (ctx: Ctx, userId: UserId) => Promise<string | null>
  /** Returns whether the portal has been set up. The demo never is. */
  hasFirm: (db: Db) => Promise<boolean>
}

export interface Devices {
  /** Returns a stable name for this browser if the person has used it before, otherwise null. */
  recognise: (caller: Pick<Caller, 'cookies'>, userId: UserId) => string | null
  /** Makes this browser recognisable from now on. That grants no access, only a separate count of sign-in attempts. */
  know: (ctx: Ctx, userId: UserId) => void
}

const oldName = 'portico_device'
// A browser keeps a __Host- cookie to this very host, over TLS, for all paths.
const nameFor = (isSecure: boolean) => (isSecure ? `__Host-${oldName}` : oldName)

export function openDevices({ secret, isSecure }: { secret: string; isSecure: boolean }): Devices {
  const name = nameFor(isSecure)
  const sign = (device: string, userId: UserId) =>
    createHmac('sha256', secret).update(`${device}:${userId}`).digest('base64url')
  return {
    recognise: ({ cookies }, userId) => {
      const [device = '', signature = ''] = (cookies[name] ?? cookies[oldName] ?? '').split('.')
      const expected = Buffer.from(sign(device, userId))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
        ? `${userId}:${device}`
        : null
    },
    know: (ctx, userId) => {
      const device = randomBytes(16).toString('base64url')
      ctx.setCookie({ name, value: `${device}.${sign(device, userId)}`, maxAge: days(365) / 1000 })
      // A device known by the cookie without the prefix gets the prefixed cookie, so the old one can go.
      if (isSecure && ctx.caller.cookies[oldName] !== undefined) ctx.setCookie({ name: oldName, value: null })
    },
  }
}

const notYou = "If this wasn't you, change your password now and tell us."

const notice = (title: string, { body, tab = 'security' }: { body: string; tab?: string }) => ({
  topic: 'account' as const,
  title,
  body,
  link: `/settings?tab=${tab}`,
  // Says what happened and no more, since it may go by mail.
  inMail: `${title}.`,
})
export type AccountNotice = ReturnType<typeof notice>

/** Notices about a person's own account, in the portal and by mail, whatever notifications they chose. */
export const notices = {
  passwordChanged: notice('Your password was changed', {
    body: "You've been signed out everywhere else. If this wasn't you, choose “Forgotten your password?” on the sign-in page now and tell us.",
  }),
  emailChanged: notice('Your email address was changed', {
    body: "We've emailed both addresses. If this wasn't you, tell us now.",
    tab: 'profile',
  }),
  twoFactorOn: notice('Two-factor authentication is on', {
    body: `You'll now need a code from your authenticator app to sign in. ${notYou}`,
  }),
  twoFactorOff: notice('Two-factor authentication is off', {
    body: `You now need only your password to sign in. ${notYou}`,
  }),
  twoFactorEnded: notice('We have turned two-factor authentication off for you', {
    body: `You need only your password to sign in until you turn it on again. ${notYou}`,
  }),
  passkeyAdded: notice('A passkey was added to your account', {
    body: `It signs you in without your password. If this wasn't you, remove it under Security, change your password now and tell us.`,
  }),
  passkeyRemoved: notice('A passkey was removed from your account', {
    body: `It no longer signs you in. ${notYou}`,
  }),
  providerLinked: notice('Your account now signs in with the firm’s provider', {
    body: `You can use it instead of your password. ${notYou}`,
  }),
  codesRenewed: notice('You have new recovery codes', {
    body: `The old ones no longer work. ${notYou}`,
  }),
  codeUsed: (left: number) =>
    notice('A recovery code was used to sign in', { body: `${leftWords(left)} ${notYou}` }),
}

const leftWords = (left: number) => {
  if (left === 0) return 'It was your last: please get new ones.'
  return left === 1 ? 'You have 1 left: please get new ones.' : `You have ${left} left.`
}
