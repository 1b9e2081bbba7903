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
