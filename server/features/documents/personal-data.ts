import { broughtUpToDate, shownToClient } from '#contract/validation.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { documentReadings, documents } from './schema.ts'

export const personalData = [
  registerTable(documents, {
    title: 'Your documents',
    whose: documents.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      taskId: true,
      purpose: true,
      filename: true,
      fileKey: 'Where the file is stored; the file itself is given.',
      sha256: true,
      fileType: true,
      fileSize: true,
      documentType: true,
      identityPurpose: true,
      fingerprint:
        'What a picture of your identity looks like, in 256 bits, to notice when it is sent twice.',
      numberAsked: true,
      status: true,
      reason: true,
      hasActiveContent: true,
      pages: true,
      isOpened: 'How the portal plans its work.',
      isAccepted: true,
      isForReview: true,
      // What a suspicion rests on is for the firm alone, here as in every answer.
      validation: (kept) => kept && shownToClient(broughtUpToDate(kept)),
      corrections: true,
      attemptFor: true,
      supersededAt: true,
      idempotencyKey: 'By which the portal knows that the same page sent twice.',
      requestHash: 'By which the portal knows that the same page sent twice.',
      createdAt: true,
      verifiedAt: true,
      decidedById: 'The reference number of the person at the firm who decided.',
      decidedAt: true,
      firmToldAt: true,
    },
    files: ({ fileKey, sha256, fileSize, filename }) => [{ key: fileKey, sha256, size: fileSize, filename }],
  }),
  registerTable(documentReadings, {
    title: 'When your documents were read',
    whose: documentReadings.clientId,
    columns: {
      documentId: true,
      clientId: 'Your own number.',
      queuedAt: true,
      dueAt: 'How the portal plans its work.',
      begun: 'How the portal plans its work.',
      endedAt: true,
      took: true,
    },
  }),
]
