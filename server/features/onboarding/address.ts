import type { Ctx } from '#server/platform/ctx.ts'
import type { SessionRow } from './store.ts'

// Whoever has the address can open the session, so the database alone does not tell it.
const placeOf = (id: string) => `verification_session:${id}`

export const sealAddress = ({ ports }: Pick<Ctx, 'ports'>, id: string, url: string) =>
  ports.secrets.seal(url, placeOf(id))

/** Where an open session is reached, with what its provider calls it; null where it cannot be shown again. */
export function openAddress(
  { ports }: Pick<Ctx, 'ports'>,
  { id, state, sealedUrl, providerId, expiresAt }: SessionRow,
) {
  const url = sealedUrl && ports.secrets.open(sealedUrl, placeOf(id))
  if (state !== 'open' || !url || providerId === null) return null
  return { sessionUrl: url, sessionId: providerId, expiresAt }
}
