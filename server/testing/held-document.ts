import { sql } from 'drizzle-orm'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Portal } from './portal.ts'

/** Inserts a photo of an identity document that this client sent before and nobody has reviewed. */
export const holdIdentityDocument = (
  { db, now }: Pick<Portal, 'db' | 'now'>,
  { user }: Pick<Client, 'user'>,
) => {
  const id = newId()
  return db.execute(sql`
    insert into documents (id, client_id, filename, file_key, sha256, file_type, file_size, document_type,
      identity_purpose, status, created_at)
    values (${id}, ${user.id}, 'passport.jpg', ${`held-${id}`}, ${`held-${id}`}, 'image/jpeg', 1, 'passport',
      'document', 'pending', ${now().toISOString()})`)
}
