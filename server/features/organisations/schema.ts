import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { PersonId } from '#contract/matters/party.ts'
import type { FilingId, OrganisationFacts } from '#contract/organisations/organisations.ts'
import { instant } from '#server/platform/db/columns.ts'

const personIdColumn = () => uuid().notNull().$type<PersonId>()

/**
 * Who owns and runs an organisation, as someone said it. Rows are only ever added, and the newest that a reader may
 * know of is current for them.
 */
export const organisationFacts = pgTable(
  'organisation_facts',
  {
    id: uuid().primaryKey(),
    /** The organisation, which is the same on all its matters. */
    personId: personIdColumn(),
    /**
     * The matter on which it was saved. If that is restricted, only people who may know of it see it. Null for older
     * entries of an organisation that was on several matters.
     */
    matterId: uuid().$type<MatterId>(),
    kind: text().$type<OrganisationFacts['kind']>().notNull(),
    registeredAddress: text().notNull(),
    officers: jsonb().$type<OrganisationFacts['officers']>().notNull(),
    owners: jsonb().$type<OrganisationFacts['owners']>().notNull(),
    /** The register that it was taken from. Empty if it was typed. */
    register: text().notNull(),
    /** When it was typed, or fetched from the register. */
    at: instant().notNull(),
    byId: uuid().notNull().$type<UserId>(),
    byName: text().notNull(),
  },
  (t) => [index().on(t.personId, t.id)],
)

/** Documents that say who owns and runs an organisation. */
export const organisationFilings = pgTable(
  'organisation_filings',
  {
    id: uuid().primaryKey().$type<FilingId>(),
    personId: personIdColumn(),
    /**
     * The matter on which it was added. If that is restricted, only people who may know of it see the filing. Null for
     * older filings.
     */
    matterId: uuid().$type<MatterId>(),
    filename: text().notNull(),
    mimeType: text().notNull(),
    fileKey: text().notNull(),
    fileSize: integer().notNull(),
    sha256: text().notNull(),
    byId: uuid().notNull().$type<UserId>(),
    byName: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index().on(t.personId, t.id), index().on(t.fileKey)],
)

/** What a register said of an organisation, one row for each lookup. */
export const organisationExtracts = pgTable(
  'organisation_extracts',
  {
    id: uuid().primaryKey(),
    personId: personIdColumn(),
    /**
     * The matter on which it was looked up. If that is restricted, only people who may know of it see it. Null for
     * older entries of an organisation that was on several matters.
     */
    matterId: uuid().$type<MatterId>(),
    register: text().notNull(),
    companyName: text().notNull(),
    status: text().notNull(),
    facts: jsonb().$type<OrganisationFacts>().notNull(),
    at: instant().notNull(),
    byId: uuid().notNull().$type<UserId>(),
    byName: text().notNull(),
  },
  (t) => [index().on(t.personId, t.id)],
)

/** The firm's key for the register of companies: one row at most. */
export const companyRegisterKey = pgTable('company_register_key', {
  isOnly: boolean().primaryKey().default(true),
  sealedSecret: text().notNull(),
})
