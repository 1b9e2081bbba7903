import { and, eq, inArray, isNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { MergedDetail } from '#contract/accounts/personal-details.ts'
import { fullName } from '#contract/kit/names.ts'
import { digitsAsWritten } from '#contract/kit/telephone.ts'
import { foldName } from '#contract/kit/text.ts'
import type { Db } from '#server/platform/db/database.ts'
import { clientContacts, personalDetails, users } from '../schema.ts'
import { get } from '../store.ts'

const into = alias(users, 'merged_into')

/** Returns the email address of the account that this one was merged into, or null if it was not merged. */
export const findMergedInto = async (db: Db, id: UserId) => {
  const [row] = await db
    .select({ email: into.email })
    .from(users)
    .innerJoin(into, eq(into.id, users.mergedIntoId))
    .where(eq(users.id, id))
  return row?.email ?? null
}

/** Whether this account is the other one now, by one merge or by several after each other. */
export const isMergedInto = async (db: Db, id: UserId, intoId: UserId) => {
  const { rows } = await db.execute(sql`
    with recursive merged as (
      select ${users.mergedIntoId} as id from ${users} where ${users.id} = ${id}
      union select ${users.mergedIntoId} from ${users} join merged on ${users.id} = merged.id)
    select 1 from merged where merged.id = ${intoId}`)
  return rows.length > 0
}

/** Lists the records that were merged into this one, by one merge or by several after each other. */
export const listMergedInto = async (db: Db, id: UserId) => {
  const { rows } = await db.execute<{ id: UserId; email: string }>(sql`
    with recursive merged as (
      select ${users.id}, ${users.email} from ${users} where ${users.mergedIntoId} = ${id}
      union select ${users.id}, ${users.email} from ${users} join merged on ${users.mergedIntoId} = merged.id)
    select id, email from merged order by id`)
  return rows
}

type Account = typeof users.$inferSelect
type Assigned = Pick<Account, 'mergedIntoId' | 'feeEarnerId' | 'teamId'>

/**
 * Updates the merge, fee earner and team of an account. A merged account is on no list, so it has neither fee earner
 * nor team.
 */
export const updateMerged = (db: Db, id: UserId, assigned: Partial<Assigned>) =>
  db.update(users).set(assigned).where(eq(users.id, id))

interface Merge {
  id: string
  keptId: UserId
  mergedId: UserId
}

const detailsOf = async (db: Db, userId: UserId) =>
  (await db.select().from(personalDetails).where(eq(personalDetails.userId, userId)))[0]

/**
 * Prepares what a client said in the merged record for the kept one, where they have said nothing: the name is that of
 * the kept account, and its address, if it has one.
 */
export async function prepareDetails(db: Db, { id: mergeId, keptId, mergedId }: Merge) {
  const declared = await detailsOf(db, mergedId)
  if (!declared || (await detailsOf(db, keptId))) return
  const account = await get(db, keptId)
  const name = fullName(account)
  const isSameName = foldName(name) === foldName(declared.fullName)
  const home = account.address ? { address: null, postalCode: null } : {}
  const applying = { ...declared, ...home }
  await db
    .update(personalDetails)
    .set({
      ...home,
      fullName: name,
      // The firm confirmed the other name.
      ...(isSameName ? {} : { confirmedAt: null }),
      merged: sql`jsonb_build_object('mergeId', ${mergeId}::text, 'row', to_jsonb(personal_details),
        'applies', ${JSON.stringify(MergedDetail.options.filter((detail) => applying[detail] !== null))}::jsonb,
        'isDeclaredSince', false)`,
    })
    .where(eq(personalDetails.userId, mergedId))
}

/** Restores the merged record's own details on an undo. What the client has said since stays in the kept record. */
export async function restoreDetails(db: Db, { id: mergeId, keptId, mergedId }: Merge) {
  const together = await detailsOf(db, mergedId)
  const merged = together?.merged
  if (!together || merged?.mergeId !== mergeId) return
  const gone = merged.applies.flatMap((detail) => (detail === 'address' ? ['address', 'postalCode'] : detail))
  const nothing = Object.fromEntries(gone.map((name) => [name, null]))
  if (merged.isDeclaredSince)
    await db.insert(personalDetails).values({ ...together, ...nothing, userId: keptId, merged: null })
  const columns = sql.raw(
    'full_name, date_of_birth, address, postal_code, source, confirmed_at, updated_at, merged',
  )
  await db.execute(sql`
    update personal_details p set (${columns}) =
      (select ${columns} from jsonb_populate_record(p, p.merged->'row')) where user_id = ${mergedId}`)
}

/** Erases the details kept for undoing these merges, which are pairs of a merge and the record that was kept. */
export const eraseDetailsOfUndo = (db: Db, ended: SQLWrapper) =>
  db
    .update(personalDetails)
    .set({ merged: sql`${personalDetails.merged} - 'row'` })
    .where(
      sql`${personalDetails.merged} ? 'row'
        and ((${personalDetails.merged}->>'mergeId')::uuid, ${personalDetails.userId}) in ${ended}`,
    )

/** Ends this person's work with this client. */
export const removeContact = (db: Db, { clientId, memberId }: typeof clientContacts.$inferInsert) =>
  db
    .delete(clientContacts)
    .where(and(eq(clientContacts.clientId, clientId), eq(clientContacts.memberId, memberId)))

const mostAlike = 5

/** Lists other clients with the same phone number, or with the same name and date of birth. */
export const listAlike = async (db: Db, id: UserId) => {
  const [self] = await db
    .select({
      phone: users.phone,
      firstName: users.firstName,
      lastName: users.lastName,
      born: personalDetails.dateOfBirth,
    })
    .from(users)
    .leftJoin(personalDetails, eq(personalDetails.userId, users.id))
    .where(eq(users.id, id))
  if (!self) return []
  const phone = self.phone ?? ''
  const isShort = phone.replace(/\D/g, '').length < fewestDigits
  const hasPhone = isShort ? sql`false` : inArray(phoneKey, digitsAsWritten(phone))
  const hasName = sql`(lower(${users.lastName}) = lower(${self.lastName}) and lower(${users.firstName}) = lower(${self.firstName}))`
  const isBorn = self.born === null ? sql`false` : sql`(${personalDetails.dateOfBirth} = ${self.born})`
  const ids = { id: users.id }
  const isClient = sql`${users.role} = 'client'`
  // Each half of the union uses an index. One query with "or" would read every client.
  const found = union(
    db.select(ids).from(users).where(and(isClient, hasPhone)),
    db.select(ids).from(users).where(and(isClient, hasName)),
  )
  const isSame = {
    hasPhone: sql<boolean>`coalesce(${hasPhone}, false)`,
    hasName: sql<boolean>`coalesce(${hasName} and ${isBorn}, false)`,
  }
  return db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, ...isSame })
    .from(users)
    .leftJoin(personalDetails, eq(personalDetails.userId, users.id))
    .where(
      and(
        inArray(users.id, found),
        eq(users.isGuest, false),
        isNull(users.mergedIntoId),
        ne(users.id, id),
        or(isSame.hasPhone, isSame.hasName),
      ),
    )
    .orderBy(users.id)
    .limit(mostAlike)
}

/** A number with fewer digits is not compared. */
const fewestDigits = 7
const phoneKey = sql`regexp_replace(${users.phone}, '\\D', '', 'g')`
