import { registerTable } from '#server/platform/audit/personal-data.ts'
import { signatureEvents, signatureMatters, signatureRequests, signatures } from './schema.ts'

export const personalData = [
  registerTable(signatureRequests, {
    title: 'What you were asked to sign',
    whose: signatureRequests.clientId,
    columns: {
      documentId: true,
      clientId: 'Your own reference number.',
      taskId: true,
      senderId: 'The reference number of the person who sent it; their name is given.',
      sentBy: true,
      name: true,
      description: true,
      fileKey: 'Where the file is stored; the file itself is given.',
      sha256: true,
      fileSize: true,
      pages: true,
      state: true,
      sealedKey: 'Where the file is stored; the file itself is given.',
      sealedSha256: true,
      sealedSize: true,
      createdAt: true,
      signedAt: true,
    },
    files: ({ state, name, fileKey, sha256, fileSize, sealedKey, sealedSha256, sealedSize }) => {
      // The file of what was taken back or replaced was deleted with it.
      if (state === 'cancelled' || state === 'replaced') return []
      const stem = name.replace(/\.pdf$/i, '')
      const sent = { key: fileKey, sha256, size: fileSize, filename: `${stem}.pdf` }
      if (sealedKey === null || sealedSha256 === null || sealedSize === null) return [sent]
      const filename = `${stem} (signed).pdf`
      return [sent, { key: sealedKey, sha256: sealedSha256, size: sealedSize, filename }]
    },
  }),
  registerTable(signatures, {
    title: 'Your signatures',
    whose: signatures.userId,
    columns: {
      id: true,
      documentId: true,
      userId: 'Your own reference number.',
      signedBy: true,
      signaturePosition: true,
      method: true,
      typedName: true,
      signedAs: true,
      picture: true,
      createdAt: true,
    },
  }),
  registerTable(signatureEvents, {
    title: 'The evidence of your signatures',
    whose: {
      column: signatureEvents.documentId,
      to: signatureRequests.documentId,
      whose: signatureRequests.clientId,
    },
    columns: {
      id: true,
      documentId: true,
      number: true,
      kind: true,
      at: true,
      actorId: "The person's reference number; their name is given.",
      actorName: true,
      address: true,
      agent: true,
      details: true,
      previous: true,
      hash: true,
    },
  }),
  registerTable(signatureMatters, {
    title: 'What you said your matter is about',
    whose: signatureMatters.clientId,
    columns: { clientId: 'Your own reference number.', matter: true, description: true, toldAt: true },
  }),
]
