import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { DocumentId, documents } from '#contract/documents/documents.ts'
import {
  type CheckedSignature,
  SignatureId,
  type SignatureRequest,
  signatures,
} from '#contract/signatures/signatures.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf } from '#web/testing.tsx'

export const requestOf = (n: number, facts: Partial<SignatureRequest> = {}): SignatureRequest => ({
  id: DocumentId.parse(idOf(n)),
  taskId: null,
  name: `Transfer deed ${n}`,
  description: 'The deed that makes the flat yours.',
  fileType: 'application/pdf',
  fileSize: 1_310_720,
  pages: 1,
  state: 'open',
  isDeed: false,
  sentBy: 'Priya Raman',
  createdAt: new Date('2026-11-03T09:00:00Z'),
  signedAt: null,
  ...facts,
})

export const amara = personOf({ id: UserId.parse(idOf(900)) })

export const signatureOf = (
  request: SignatureRequest,
  facts: Partial<CheckedSignature> = {},
): CheckedSignature => ({
  id: SignatureId.parse(idOf(500)),
  documentId: request.id,
  userId: amara.id,
  signaturePosition: 'bottom_right',
  method: 'drawn',
  signedAs: null,
  createdAt: new Date('2026-11-09T14:05:00Z'),
  signedBy: 'Amara Okafor',
  status: 'Verified',
  findings: [],
  witness: null,
  level: 'B-B',
  stamped: null,
  sha256: 'ab'.repeat(32),
  events: [
    {
      number: 1,
      kind: 'sent',
      at: new Date('2026-11-03T09:00:00Z'),
      by: 'Priya Raman',
      detail: null,
      hash: 'cd'.repeat(32),
    },
    {
      number: 2,
      kind: 'pages_seen',
      at: new Date('2026-11-09T14:05:00Z'),
      by: 'Amara Okafor',
      detail: '2 of 3 pages',
      hash: 'de'.repeat(32),
    },
    {
      number: 3,
      kind: 'signed',
      at: new Date('2026-11-09T14:05:00Z'),
      by: 'Amara Okafor',
      detail: 'Signed in with: Password',
      hash: 'ef'.repeat(32),
    },
  ],
  ...facts,
})

/** Responses of the portal besides signing. A test may change the list while the page is shown. */
export const portalWith = (state: { sent: SignatureRequest[] }) => [
  answer(accounts.current, () => amara),
  answer(signatures.requests, () => state.sent),
  answer(signatures.opened, ({ id }) => state.sent.find((request) => request.id === id) ?? requestOf(1)),
  answer(documents.pageText, () => ({ items: [] })),
]
