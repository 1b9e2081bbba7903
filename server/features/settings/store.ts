import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { reuseLimits } from '#contract/settings.ts'
import { type Db, prepared } from '#server/platform/db/database.ts'
import { firm, installation } from './schema.ts'

type FirmRow = typeof firm.$inferInsert

const unnamed: FirmRow = {
  name: 'Your law firm',
  regulator: 'Authorised and regulated by the Solicitors Regulation Authority',
  telephone: '',
  hours: '',
  email: '',
  postalAddress: '',
  complaintsTo: '',
}

const defaults = {
  ...reuseLimits,
  vatNumber: null,
  isFaceComparisonOn: true,
  isOnSharedComputers: false,
  expectedReply: 'within one working day',
  timeZone: 'Europe/London',
  holidays: 'england-and-wales',
  supervisor: '',
  feesText: '',
  estimateText: '',
} as const

const onlyFirm = prepared((db: Db) => db.select().from(firm).limit(1).prepare('only_firm'))

export const find = async (db: Db) => {
  const [row] = await onlyFirm(db, {})
  return row ?? { ...defaults, ...unnamed }
}

/** Allows one change at a time, so that none is based on settings that another is about to change. */
export const hold = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('firm settings', 0))`)

export const save = (db: Db, row: FirmRow) =>
  db.insert(firm).values(row).onConflictDoUpdate({ target: firm.isOnly, set: row })

/** Whether the portal has been set up. */
export const hasFirm = async (db: Db) =>
  (await db.select({ isOnly: firm.isOnly }).from(firm).limit(1)).length > 0

/** Inserts the firm unless there is one. Returns whether it was inserted: of two concurrent calls, one succeeds. */
export const claim = async (db: Db, row: FirmRow) => {
  const [kept] = await db.insert(firm).values(row).onConflictDoNothing().returning({ isOnly: firm.isOnly })
  return kept !== undefined
}

/** Returns a secret of this installation, which is created at the first call. */
export const getSecret = async (db: Db, name: string) => {
  const value = randomBytes(32).toString('base64url')
  await db.insert(installation).values({ name, value }).onConflictDoNothing()
  const [row] = await db.select().from(installation).where(eq(installation.name, name))
  return row?.value ?? value
}

export const findFact = async (db: Db, name: string) => {
  const [row] = await db.select().from(installation).where(eq(installation.name, name))
  return row?.value ?? null
}

export const saveFact = (db: Db, name: string, value: string) =>
  db
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
