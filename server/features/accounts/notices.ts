const notYou = 'If this was not you, change your password now and tell the firm.'

const notice = (title: string, { body, tab = 'security' }: { body: string; tab?: string }) => ({
  topic: 'account' as const,
  title,
  body,
  link: `/settings?tab=${tab}`,
  // It says what happened and no more: it may go by mail.
  inMail: `${title}.`,
})
export type AccountNotice = ReturnType<typeof notice>

/** What a person is told of their own account, under their bell and by mail, whatever they chose to hear of. */
export const notices = {
  passwordChanged: notice('Your password was changed', {
    body: 'Everywhere else you have been signed out. If this was not you, choose “Forgotten your password?” on the sign-in page now and tell the firm.',
  }),
  emailChanged: notice('Your e-mail address was changed', {
    body: 'We wrote to both addresses. If this was not you, tell the firm now.',
    tab: 'profile',
  }),
  twoFactorOn: notice('Two-factor authentication is on', {
    body: `From now on signing in asks for a code of your authenticator app. ${notYou}`,
  }),
  twoFactorOff: notice('Two-factor authentication is off', {
    body: `Your password alone opens your account again. ${notYou}`,
  }),
  twoFactorEnded: notice('The firm has turned two-factor authentication off for you', {
    body: `Your password alone opens your account until you turn it on again. ${notYou}`,
  }),
  codesRenewed: notice('You have new recovery codes', {
    body: `The old ones open nothing any more. ${notYou}`,
  }),
  codeUsed: (left: number) =>
    notice('A recovery code was used to sign in', { body: `${leftWords(left)} ${notYou}` }),
}

const leftWords = (left: number) => {
  if (left === 0) return 'It was your last: please make new ones.'
  return left === 1 ? 'You have 1 left: please make new ones.' : `You have ${left} left.`
}
