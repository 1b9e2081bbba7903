import type { ClientDocument } from '#contract/documents.ts'
import { Badge } from '#web/ui/data/badge.tsx'

const looks = {
  verified: { tone: 'ok', words: 'Verified' },
  rejected: { tone: 'warn', words: 'Needs another' },
  pending: { tone: 'info', words: 'In review' },
  reading: { tone: 'neutral', words: 'Reading' },
} as const

/** How a document stands, in the words of its task. Any status that is neither verified nor rejected is in review. */
export const StatusBadge = ({ document: { status, validation } }: StatusBadgeProps) => {
  const isRead = validation !== null || status !== 'pending'
  const { tone, words } = isRead ? (looks[status] ?? looks.pending) : looks.reading
  return <Badge tone={tone}>{words}</Badge>
}

interface StatusBadgeProps {
  document: Pick<ClientDocument, 'status' | 'validation'>
}
