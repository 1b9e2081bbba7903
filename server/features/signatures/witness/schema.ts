import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { SessionId, UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { SignatureMark } from '#contract/signatures/mark.ts'
import type { WitnessState } from '#contract/signatures/witness.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'
import { signatureRequests } from '../schema.ts'

/** The only invitation of a deed. Another one replaces it. */
export const deedWitnesses = pgTable(
  'deed_witnesses',
  {
    documentId: uuid()
      .primaryKey()
      .$type<DocumentId>()
      .references(() => signatureRequests.documentId, { onDelete: 'cascade' }),
    clientId: uuid().notNull().$type<UserId>(),
    /** The signer's session. The witness can only sign while it lasts. */
    sessionId: uuid().notNull().$type<SessionId>(),
    state: text().notNull().$type<Exclude<WitnessState, 'over'> | 'declined'>(),
    tokenHash: text().notNull(),
    codeHash: text().notNull(),
    wrongCodes: integer().notNull().default(0),
    /** For the one device that has entered the code. */
    keyHash: text(),
    name: text(),
    address: text(),
    occupation: text(),
    /** The signer's signature, until the witness has signed. */
    mark: jsonb().$type<SignatureMark>(),
    signedAt: instant(),
    signedFrom: jsonb().$type<{ address: string; agent: string }>(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('deed_witnesses_token').on(t.tokenHash)],
)

export const witnessData = [
  registerPersonalData(deedWitnesses, {
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
