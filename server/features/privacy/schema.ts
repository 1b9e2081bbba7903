import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ExportId, RequestId, RequestKind } from '#contract/privacy.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/** Exports that a password has authorised. */
export const exports = pgTable(
  'privacy_exports',
  {
    id: uuid().primaryKey().$type<ExportId>(),
    clientId: uuid().notNull().$type<UserId>(),
    /** Only the session that gave the password may fetch it. */
    sessionId: uuid().notNull(),
    requestedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    downloadedAt: instant(),
  },
  (t) => [index().on(t.clientId)],
)

/** Requests that clients have made to the firm under the law. */
export const requests = pgTable(
  'client_requests',
  {
    id: uuid().primaryKey().$type<RequestId>(),
    clientId: uuid().notNull().$type<UserId>(),
    kind: text().$type<RequestKind>().notNull(),
    reference: text().notNull(),
    words: text().notNull(),
    wish: text(),
    createdAt: instant().notNull(),
    dueOn: date({ mode: 'string' }).notNull(),
    answer: text(),
    keptUntil: date({ mode: 'string' }),
    answeredAt: instant(),
    answeredBy: uuid().$type<UserId>(),
  },
  (t) => [
    index().on(t.clientId, t.id),
    uniqueIndex('client_requests_reference').on(t.reference),
    index('client_requests_open').on(t.dueOn).where(sql`answered_at is null`),
    // Asking again while the firm has not answered changes nothing.
    uniqueIndex('client_requests_one_erasure')
      .on(t.clientId)
      .where(sql`kind = 'erasure' and answered_at is null`),
  ],
)

/** The last request number of each year. It outlives the requests, so that no reference is given twice. */
export const requestNumbers = pgTable('client_request_numbers', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

export const personalData = [
  registerPersonalData(requests, {
    title: 'Your requests and complaints',
    whose: requests.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      kind: true,
      reference: true,
      words: true,
      wish: true,
      createdAt: true,
      dueOn: true,
      answer: true,
      keptUntil: true,
      answeredAt: true,
      answeredBy: "Someone else's reference number: who answered for the firm.",
    },
  }),
  registerPersonalData(exports, {
    title: 'Exports of your data',
    whose: exports.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      sessionId: true,
      requestedAt: true,
      expiresAt: true,
      downloadedAt: true,
    },
  }),
]
