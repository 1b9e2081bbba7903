import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { Verification } from '#contract/identity/identity.ts'
import type { GbgRegion, IdentityReport, ReportId, ReportStatus } from '#contract/identity/reports.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export const verifications = pgTable(
  'verifications',
  {
    taskId: uuid().primaryKey().$type<TaskId>(),
    clientId: uuid().notNull().$type<UserId>(),
    verificationType: text().$type<Verification['verificationType']>().notNull(),
    outcome: text().$type<Verification['outcome']>().notNull(),
    document: text().$type<NonNullable<Verification['document']>>(),
    accountName: text(),
    accountNumber: text(),
    sortCode: text(),
    bankName: text(),
    modulus: text().$type<NonNullable<Verification['modulus']>>(),
    completedAt: instant().notNull(),
    /** False if a person accepted it before the client submitted anything. */
    isSubmitted: boolean().notNull().default(true),
    /** The person of the firm who accepted it, when, and how they checked it. */
    acceptedById: uuid().$type<UserId>(),
    acceptedAt: instant(),
    note: text(),
  },
  (t) => [
    index().on(t.clientId),
    index('verifications_waiting').on(t.completedAt).where(sql`outcome = 'review'`),
  ],
)

/** Identity documents that were verified, and pictures of the face that a person has compared. */
export const identityEvidence = pgTable(
  'identity_evidence',
  {
    documentId: uuid().primaryKey().$type<DocumentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    shows: text().$type<'portrait' | 'selfie'>().notNull().default('portrait'),
    at: instant().notNull(),
  },
  (t) => [index().on(t.clientId)],
)

/** Every answer of a client about face comparison. The last one applies. */
export const biometricConsents = pgTable(
  'biometric_consents',
  {
    id: uuid().primaryKey(),
    clientId: uuid().notNull().$type<UserId>(),
    given: boolean().notNull(),
    textVersion: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index().on(t.clientId, t.id)],
)

/**
 * Documents that may show a client's face. Filled by events of the documents feature, and deleted with the document.
 */
export const facePictures = pgTable(
  'face_pictures',
  {
    documentId: uuid().primaryKey().$type<DocumentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    shows: text().$type<'portrait' | 'selfie'>().notNull(),
    fileKey: text().notNull(),
    sha256: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index().on(t.clientId)],
)

/** Only the score. The data that faces are compared by is never stored. */
export const faceComparisons = pgTable(
  'face_comparisons',
  {
    clientId: uuid().notNull().$type<UserId>(),
    documentId: uuid().notNull().$type<DocumentId>(),
    selfieId: uuid().notNull().$type<DocumentId>(),
    score: real().notNull(),
    comparedAt: instant().notNull(),
    model: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.selfieId] }), index().on(t.clientId)],
)

/** Providers' reports about clients. They are the provider's word, and settle nothing by themselves. */
export const identityReports = pgTable(
  'identity_reports',
  {
    id: uuid().primaryKey().$type<ReportId>(),
    clientId: uuid().notNull().$type<UserId>(),
    status: text().$type<ReportStatus>().notNull(),
    source: text().$type<IdentityReport['source']>().notNull(),
    provider: text().notNull(),
    registerEntry: text().notNull().default(''),
    reference: text().notNull().default(''),
    level: text().notNull().default(''),
    checkedOn: date({ mode: 'string' }),
    result: text().notNull().default(''),
    steps: jsonb().$type<IdentityReport['steps']>().notNull().default([]),
    /** The provider's page for this client, while the check is open. */
    url: text(),
    filename: text(),
    fileKey: text(),
    fileSize: integer(),
    sha256: text(),
    byId: uuid().notNull().$type<UserId>(),
    byName: text().notNull(),
    at: instant().notNull(),
    settledAt: instant(),
  },
  (t) => [
    index().on(t.clientId, t.id),
    index().on(t.fileKey),
    index('identity_reports_open').on(t.at).where(sql`status in ('starting', 'open')`),
    // A report that a provider's system sends again is stored only once.
    uniqueIndex('identity_reports_received')
      .on(t.clientId, t.provider, t.reference)
      .where(sql`source = 'received'`),
  ],
)

/** The firm's identity provider. At most one row. */
export const identityProviders = pgTable('identity_providers', {
  isOnly: boolean().primaryKey().default(true),
  isOn: boolean().notNull(),
  region: text().$type<GbgRegion>().notNull(),
  clientId: text().notNull(),
  journey: text().notNull(),
  sealedSecret: text(),
})

/** What a check found may be a suspicion. */
const notDisclosed =
  'What a provider found: what may be a suspicion is not disclosed (Proceeds of Crime Act 2002, s. 333A).'

export const personalData = [
  registerPersonalData(verifications, {
    title: 'Checks of your identity and bank account',
    whose: verifications.clientId,
    columns: {
      taskId: true,
      clientId: 'Your own reference number.',
      verificationType: true,
      outcome: true,
      document: true,
      accountName: true,
      accountNumber: true,
      sortCode: true,
      bankName: true,
      modulus: true,
      completedAt: true,
      isSubmitted: true,
      acceptedById: 'The reference number of the person at the firm who accepted it.',
      acceptedAt: true,
      note: 'How the firm checked: its view of risk is not disclosed (Proceeds of Crime Act 2002, s. 333A).',
    },
  }),
  registerPersonalData(biometricConsents, {
    title: 'Your answer about comparing faces',
    whose: biometricConsents.clientId,
    columns: { id: true, clientId: 'Your own reference number.', given: true, textVersion: true, at: true },
  }),
  registerPersonalData(identityReports, {
    title: 'Reports about you by providers of identity checks',
    whose: identityReports.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      status: true,
      source: true,
      provider: true,
      registerEntry: true,
      reference: true,
      level: true,
      checkedOn: true,
      result: notDisclosed,
      steps: notDisclosed,
      url: 'The page of the provider that you were sent to.',
      filename: true,
      fileKey: 'How the portal finds the file.',
      fileSize: true,
      sha256: true,
      byId: 'The reference number of the person at the firm who added it.',
      byName: true,
      at: true,
      settledAt: true,
    },
  }),
]
