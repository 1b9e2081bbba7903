import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { SignatureMark } from '#contract/signatures/mark.ts'
import type { WitnessState } from '#contract/signatures/witness.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'
import { signatureRequests } from '../schema.ts'

/** The one invitation of a witness that a deed has; another takes its place. */
export const deedWitnesses = pgTable(
  'deed_witnesses',
  {
    documentId: uuid()
      .primaryKey()
      .$type<DocumentId>()
      .references(() => signatureRequests.documentId, { onDelete: 'cascade' }),
    clientId: uuid().notNull().$type<UserId>(),
    /** Of the signer: a witness signs while it lasts, and not after it. */
    sessionId: uuid().notNull(),
    state: text().notNull().$type<Exclude<WitnessState, 'over'>>(),
    tokenHash: text().notNull(),
    codeHash: text().notNull(),
    wrongCodes: integer().notNull().default(0),
    /** Of the one device that has entered the code. */
    keyHash: text(),
    name: text(),
    address: text(),
    occupation: text(),
    /** What the signer has signed with, until the witness has signed as well. */
    mark: jsonb().$type<SignatureMark>(),
    signedAt: instant(),
    signedFrom: jsonb().$type<{ address: string; agent: string }>(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('deed_witnesses_token').on(t.tokenHash)],
)

export const witnessData = [
  registerTable(deedWitnesses, {
    title: 'Witnesses to your deeds',
    whose: deedWitnesses.clientId,
    columns: {
      documentId: true,
      clientId: 'Your own reference number.',
      sessionId: 'Which of your sign-ins it belongs to.',
      state: true,
      tokenHash: 'A key that is hashed.',
      codeHash: 'A key that is hashed.',
      wrongCodes: true,
      keyHash: 'A key that is hashed.',
      name: true,
      address: true,
      occupation: true,
      mark: 'Kept until the witness has signed, and at most for an hour; then it is part of your signature.',
      signedAt: true,
      signedFrom: 'Part of the evidence of your signature.',
      createdAt: true,
      expiresAt: true,
    },
  }),
]
