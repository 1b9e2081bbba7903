import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { LetterKind, TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import type { Delivery, LetterId } from '#contract/letters/letters.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/** A letter sent on a matter. Its file is one of the recipient's documents. */
export const letters = pgTable(
  'letters',
  {
    id: uuid().primaryKey().$type<LetterId>(),
    matterId: uuid().notNull().$type<MatterId>(),
    clientId: uuid().notNull().$type<UserId>(),
    recipient: text().notNull(),
    documentId: uuid().notNull().$type<DocumentId>(),
    templateKey: text().notNull().$type<TemplateKey>(),
    templateVersion: integer().notNull(),
    name: text().notNull(),
    kind: text().notNull().$type<LetterKind>(),
    delivery: text().notNull().$type<Delivery>(),
    answers: jsonb().notNull().$type<Record<string, string>>(),
    fileKey: text().notNull(),
    fileSize: integer().notNull(),
    sha256: text().notNull(),
    sentById: uuid().notNull().$type<UserId>(),
    sentBy: text().notNull(),
    /** The sender's key for this request, to recognise a repeat. */
    idempotencyKey: text(),
    /** Hash of the request that the key belongs to. The same key with another request is refused. */
    requestHash: text(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index().on(t.matterId, t.id),
    index().on(t.clientId),
    uniqueIndex('letters_idempotency').on(t.sentById, t.idempotencyKey),
  ],
)

export const personalData = [
  registerPersonalData(letters, {
    title: 'Letters we wrote to you',
    whose: letters.clientId,
    columns: {
      id: true,
      matterId: true,
      clientId: 'Your own reference number.',
      recipient: true,
      documentId: true,
      templateKey: 'Which of the firm’s templates it was made from.',
      templateVersion: 'Which version of the template it was made from.',
      name: true,
      kind: true,
      delivery: true,
      answers: 'What was filled in; it is in the letter itself, which is given with your documents.',
      fileKey: 'Where the file is stored; the file itself is given with your documents.',
      fileSize: true,
      sha256: true,
      sentById: 'The reference number of the person who sent it; their name is given.',
      sentBy: true,
      idempotencyKey: 'How the portal recognises the same letter sent twice.',
      requestHash: 'How the portal recognises the same letter sent twice.',
      createdAt: true,
    },
  }),
]
