const notYou = "If this wasn't you, change your password now and tell us."

/** Whether somebody has a password here. Staff who sign in by the firm's provider may have none. */
type Holder = { passwordHash: string }

/** Says what to do if it wasn't them. Without a password there is none to change. */
const notYouOf = ({ passwordHash }: Holder) =>
  passwordHash === '' ? "If this wasn't you, tell your administrator now." : notYou

const notice = (title: string, { body, tab = 'security' }: { body: string; tab?: string }) => ({
  topic: 'account' as const,
  title,
  body,
  link: `/settings?tab=${tab}`,
  // Says what happened and no more, since it may go by mail.
  inMail: `${title}.`,
})
const forgotten = "If this wasn't you, choose “Forgotten your password?” on the sign-in page now and tell us."

export type AccountNotice = ReturnType<typeof notice>

/** Notices about a person's own account, in the portal and by mail, whatever notifications they chose. */
export const notices = {
  passwordChanged: notice('Your password was changed', {
    body: `You've been signed out everywhere else. ${forgotten}`,
  }),
  passwordReset: notice('Your password was changed', {
    body: `You've been signed out everywhere. ${forgotten}`,
  }),
  passwordSet: notice('Your password is set', {
    body: "You can now sign in with it. If this wasn't you, tell us now.",
  }),
  emailChanged: notice('Your email address was changed', {
    body: "We've emailed both addresses. If this wasn't you, tell us now.",
    tab: 'profile',
  }),
  twoFactorOn: (user: Holder) =>
    notice('Two-factor authentication is on', {
      body: `You'll now need a code from your authenticator app to sign in. ${notYouOf(user)}`,
    }),
  twoFactorOff: (user: Holder) =>
    notice('Two-factor authentication is off', {
      body: `You can now sign in without a code. ${notYouOf(user)}`,
    }),
  twoFactorEnded: (user: Holder) =>
    notice('We have turned two-factor authentication off for you', {
      body: `You can sign in without a code until you turn it on again. ${notYouOf(user)}`,
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
  codesRenewed: (user: Holder) =>
    notice('You have new recovery codes', { body: `The old ones no longer work. ${notYouOf(user)}` }),
  codeUsed: (user: Holder, left: number) =>
    notice('A recovery code was used to sign in', { body: `${leftWords(left)} ${notYouOf(user)}` }),
}

const leftWords = (left: number) => {
  if (left === 0) return 'It was your last: please get new ones.'
  return left === 1 ? 'You have 1 left: please get new ones.' : `You have ${left} left.`
}
