import { registerTable } from '#server/platform/audit/personal-data.ts'
import { messageAttachments, messages } from './schema.ts'

export const personalData = [
  registerTable(messages, {
    title: 'Messages between you and us',
    whose: messages.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      memberId: true,
      senderId: true,
      content: true,
      idempotencyKey: 'How the portal recognises the same message sent twice.',
      readAt: true,
      createdAt: true,
    },
  }),
  registerTable(messageAttachments, {
    title: 'Documents attached to messages',
    whose: { column: messageAttachments.messageId, to: messages.id, whose: messages.clientId },
    columns: {
      messageId: true,
      documentId: true,
      place: true,
      filename: true,
      fileType: true,
      fileSize: true,
      hasActiveContent: true,
      fileKey: 'Where the file is stored; the file itself is given with your documents.',
      sha256: true,
      isRemoved: true,
    },
  }),
]
