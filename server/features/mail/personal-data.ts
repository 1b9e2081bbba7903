import { registerTable } from '#server/platform/audit/personal-data.ts'
import { mails } from './schema.ts'

export const personalData = [
  registerTable(mails, {
    title: 'Emails we sent you',
    whose: mails.userId,
    columns: {
      id: true,
      userId: 'Your own reference number.',
      recipient: 'Your own reference number.',
      event: 'How the portal avoids sending the same email twice.',
      address: true,
      firstName: true,
      subject: true,
      paragraphs: 'An email may contain a key to the account; what it tells you is in the portal.',
      action: 'An email may contain a key to the account; what it tells you is in the portal.',
      attachments: 'Calendar entries for appointments that are given elsewhere.',
      isChosen: true,
      state: true,
      attempts: true,
      failure: "The mail server's reply.",
      messageId: true,
      createdAt: true,
      dueAt: true,
      claimedUntil: 'When the portal last tried to send it.',
      settledAt: true,
    },
  }),
]
