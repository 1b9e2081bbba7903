import type { Mail } from '#contract/kit/domain-events.ts'
import type { MailId } from '#contract/mail.ts'
import { isTokenOpen } from '#server/features/accounts/service.ts'
import type { Secrets } from '#server/platform/crypto/secrets.ts'
import type { Db } from '#server/platform/db/database.ts'

type Action = Mail['action']
/** A link with a key is sealed for its mail, so that the table alone opens no account. */
export type KeptAction = { label: string; path: string } | { label: string; sealedPath: string }

const hidden = '(hidden)'
const longParts = /[\w-]{32,}(?=$|[/?&#])/g
const isId = (part: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(part)
const keysIn = (path: string) => (path.match(longParts) ?? []).filter((part) => !isId(part))

/** Hides the key in a link, because it may open an account and only the owner may read it. */
export const withoutKey = (action: Action): Action =>
  action && { ...action, path: action.path.replace(longParts, (part) => (isId(part) ? part : hidden)) }

const placeOf = (id: MailId) => `mail:${id}`

export const keepAction = (secrets: Secrets, id: MailId, action: Action): KeptAction | null => {
  if (action === null || keysIn(action.path).length === 0) return action
  return { label: action.label, sealedPath: secrets.seal(action.path, placeOf(id)) }
}

/** Returns the link as it is sent. Null if its key can no longer be opened. */
export const openAction = (
  secrets: Secrets,
  { id, action }: { id: MailId; action: KeptAction | null },
): Action => {
  if (action === null || 'path' in action) return action
  const path = secrets.open(action.sealedPath, placeOf(id))
  return path === null ? null : { label: action.label, path }
}

/** Returns whether a link holds a key, and if so whether it still opens something. */
export async function keyStateOf(db: Db, action: Action, now: Date): Promise<'none' | 'open' | 'over'> {
  if (action?.path.includes(hidden)) return 'over'
  const keys = keysIn(action?.path ?? '')
  if (keys.length === 0) return 'none'
  const open = await Promise.all(keys.map((key) => isTokenOpen(db, key, now)))
  return open.includes(true) ? 'open' : 'over'
}
