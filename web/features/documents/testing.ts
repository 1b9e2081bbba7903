import { vi } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { type ClientDocument, DocumentId, documents } from '#contract/documents/documents.ts'
import type { PlacedDocument, ReviewedDocument } from '#contract/documents/reviews.ts'
import { type Check, stillReading, type Validation } from '#contract/documents/validation.ts'
import { encode, type Output } from '#contract/kit/endpoint.ts'
import { noQueueFacts } from '#contract/queue.ts'
import { idOf } from '#web/testing.tsx'

export const documentOf = (n: number, facts: Partial<ClientDocument> = {}): ClientDocument => ({
  id: DocumentId.parse(idOf(n)),
  taskId: null,
  purpose: 'evidence',
  filename: 'energy-bill.pdf',
  fileType: 'application/pdf',
  fileSize: 217_000,
  documentType: 'Upload proof of address',
  status: 'pending',
  reason: null,
  hasActiveContent: false,
  pages: 1,
  isAccepted: false,
  awaitsScan: false,
  isForReview: false,
  validation: validationOf(),
  corrections: [],
  createdAt: new Date('2026-11-03T09:00:00Z'),
  verifiedAt: null,
  ...facts,
})

/** Returns the same document as the firm sees it. */
export const reviewedOf = (n: number, facts: Partial<ReviewedDocument> = {}): ReviewedDocument => ({
  ...documentOf(n),
  isOfIdentity: false,
  numberAsked: null,
  beside: [],
  client: { id: UserId.parse(idOf(900)), firstName: 'Amara', lastName: 'Okafor' },
  taskTitle: null,
  requestWords: null,
  isSuperseded: false,
  notes: [],
  decidedBy: null,
  decidedAt: null,
  ...noQueueFacts,
  ...facts,
})

/** Returns the same document as a list of documents to review has it. */
export const placedOf = (n: number, facts: Partial<PlacedDocument> = {}): PlacedDocument => ({
  ...reviewedOf(n),
  matters: [],
  closedRoles: [],
  ...facts,
})

export const validationOf = (facts: Partial<Validation> = {}): Validation => ({
  ...stillReading,
  issues: [],
  ...facts,
})

export const checkOf = (facts: Partial<Check>): Check => ({
  rule: 'name_matches',
  title: 'The name matches yours',
  outcome: 'passed',
  read: null,
  expected: null,
  source: null,
  ...facts,
})

export const bill = (facts: { name?: string; type?: string; size?: number } = {}) => {
  const { name = 'energy-bill.pdf', type = 'application/pdf', size } = facts
  const file = new File(['%PDF-'], name, { type })
  return size === undefined ? file : Object.defineProperty(file, 'size', { value: size })
}

/** Stubs the browser's side of an upload, which the test moves on by hand. jsdom's own would look for a server. */
export function openWire() {
  const wire = {
    upload: { onprogress: (_event: { loaded: number; total: number }) => {} },
    onload: () => {},
    onerror: () => {},
    onabort: () => {},
    abort: () => wire.onabort(),
    open: () => {},
    setRequestHeader: () => {},
    send: vi.fn<(form: FormData) => void>(),
    status: 0,
    responseText: '',
  }
  vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest() {
    return wire
  })
  const reply = (status: number, body: unknown) => {
    Object.assign(wire, { status, responseText: typeof body === 'string' ? body : JSON.stringify(body) })
    wire.onload()
  }
  return {
    sent: () => Object.fromEntries(wire.send.mock.calls.at(-1)?.[0] ?? []),
    isSending: () => wire.send.mock.calls.length > 0,
    progress: (share: number) => wire.upload.onprogress({ loaded: share * 100, total: 100 }),
    reply,
    onerror: () => wire.onerror(),
    take: (output: Output<typeof documents.upload>) => reply(201, encode(documents.upload.output, output)),
  }
}
