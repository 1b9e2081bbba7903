import type { ClientDocument } from '#contract/documents.ts'
import { Badge } from '#web/ui/badge.tsx'

const looks = {
  verified: { tone: 'ok', words: 'Verified' },
  rejected: { tone: 'stop', words: 'Rejected' },
  pending: { tone: 'neutral', words: 'Pending' },
} as const

/** Any status that is neither verified nor rejected is pending. */
export const StatusBadge = ({ status }: { status: ClientDocument['status'] }) => {
  const { tone, words } = looks[status] ?? looks.pending
  return <Badge tone={tone}>{words}</Badge>
}
