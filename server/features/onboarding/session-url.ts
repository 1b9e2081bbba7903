import type { Ctx } from '#server/platform/ctx.ts'
import type { SessionRow } from './schema.ts'

// Anyone who has the URL can open the session, so the database only holds it encrypted.
const placeOf = (id: string) => `verification_session:${id}`

export const encryptUrl = ({ ports }: Pick<Ctx, 'ports'>, id: string, url: string) =>
  ports.secrets.seal(url, placeOf(id))

/** Returns the URL of an open session and the provider’s id of it. Null if it is not open or cannot be decrypted. */
export function decryptUrl(
  { ports }: Pick<Ctx, 'ports'>,
  { id, state, encryptedUrl, providerId, expiresAt }: SessionRow,
) {
  const url = encryptedUrl && ports.secrets.open(encryptedUrl, placeOf(id))
  if (state !== 'open' || !url || providerId === null) return null
  return { sessionUrl: url, sessionId: providerId, expiresAt }
}
