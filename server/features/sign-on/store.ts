import { and, desc, eq } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { SignOnLinkId } from '#contract/sign-on.ts'
import type { Db } from '#server/platform/db/database.ts'
import { signOnLinks, signOnProvider } from './schema.ts'

export type ProviderRow = typeof signOnProvider.$inferSelect
export type LinkRow = typeof signOnLinks.$inferSelect

export const find = async (db: Db): Promise<ProviderRow | null> => {
  const [row] = await db.select().from(signOnProvider).limit(1)
  return row ?? null
}

export const save = (db: Db, row: Omit<ProviderRow, 'isOnly'>) =>
  db.insert(signOnProvider).values(row).onConflictDoUpdate({ target: signOnProvider.isOnly, set: row })

export const listLinks = (db: Db) =>
  db.select().from(signOnLinks).orderBy(desc(signOnLinks.lastUsedAt)).limit(pageSize)

export const findLink = async (db: Db, { issuer, subject }: Pick<LinkRow, 'issuer' | 'subject'>) => {
  const [row] = await db
    .select()
    .from(signOnLinks)
    .where(and(eq(signOnLinks.issuer, issuer), eq(signOnLinks.subject, subject)))
  return row ?? null
}

export const findLinkOf = async (db: Db, userId: UserId) => {
  const [row] = await db.select().from(signOnLinks).where(eq(signOnLinks.userId, userId))
  return row ?? null
}

export const insertLink = (db: Db, row: LinkRow) => db.insert(signOnLinks).values(row)

export const updateLink = (db: Db, id: SignOnLinkId, change: Partial<LinkRow>) =>
  db.update(signOnLinks).set(change).where(eq(signOnLinks.id, id))

export const removeLink = async (db: Db, id: SignOnLinkId) => {
  const [gone] = await db.delete(signOnLinks).where(eq(signOnLinks.id, id)).returning()
  return gone ?? notFound('connected account')
}
