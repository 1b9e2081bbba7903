import type { MailRow } from './store.ts'

type Action = MailRow['action']

/** A link may hold a key that opens an account, which nobody but its owner may read. */
export const withoutKey = (action: Action): Action =>
  action && { ...action, path: action.path.replace(/[\w-]{32,}(?=$|[/?&#])/g, hidden) }
const hidden = (part: string) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(part) ? part : '…')

export const holdsKey = (action: Action) => withoutKey(action)?.path !== action?.path
