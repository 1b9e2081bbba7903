import { held } from '#server/platform/holdings.ts'
import { mails } from './schema.ts'

export const holdings = [
  held(mails, {
    title: 'Mails that we sent you',
    whose: mails.userId,
    columns: {
      id: true,
      userId: 'Your own number.',
      recipient: 'Your own number.',
      event: 'By which the portal knows that one mail is enough.',
      address: true,
      firstName: true,
      subject: true,
      paragraphs: 'A mail may hold a key to the account, and what it says stands behind its link.',
      action: 'A mail may hold a key to the account, and what it says stands behind its link.',
      attachments: 'They are calendar entries of what is given elsewhere.',
      isChosen: true,
      state: true,
      attempts: true,
      failure: 'What a mail server answered.',
      messageId: true,
      createdAt: true,
      dueAt: true,
      claimedUntil: 'When the portal last tried.',
      settledAt: true,
    },
  }),
]
