import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ApiKeyId } from '#contract/api-keys.ts'
import type { KeyScope } from '#contract/kit/rights.ts'
import { instant } from '#server/platform/db/columns.ts'

/** The API keys of the firm's systems. Expired and withdrawn ones are kept, so that the audit trail stays readable. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey().$type<ApiKeyId>(),
    name: text().notNull(),
    /** SHA-256 of the key. The table alone gives no access. */
    tokenHash: text().notNull(),
    hint: text().notNull(),
    scopes: text().array().$type<KeyScope[]>().notNull(),
    createdById: uuid().notNull().$type<UserId>(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    lastUsedAt: instant(),
    lastUsedFrom: text(),
    withdrawnAt: instant(),
  },
  (t) => [uniqueIndex('api_keys_token').on(t.tokenHash)],
)
