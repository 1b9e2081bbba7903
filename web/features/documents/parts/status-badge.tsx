import type { ClientDocument } from '#contract/documents/documents.ts'
import { needsAnother } from '#contract/documents/verdict.ts'
import { Badge } from '#web/ui/data/badge.tsx'

const looks = {
  letter: { tone: 'info', words: 'From us' },
  verified: { tone: 'ok', words: 'Verified' },
  again: { tone: 'warn', words: 'Needs another' },
  pending: { tone: 'info', words: 'In review' },
  scan: { tone: 'neutral', words: 'Waiting for scan' },
  reading: { tone: 'neutral', words: 'Reading' },
} as const

/** A document's status, in the words of its task. Any status except verified and rejected is in review. */
export const StatusBadge = ({ document }: { document: ClientDocument }) => {
  const { tone, words } = appearanceOf(document)
  return <Badge tone={tone}>{words}</Badge>
}

const appearanceOf = (document: ClientDocument) => {
  const { purpose, status, validation, awaitsScan } = document
  if (purpose === 'letter') return looks.letter
  if (status === 'verified') return looks.verified
  if (awaitsScan) return looks.scan
  if (needsAnother(document)) return looks.again
  return validation === null ? looks.reading : looks.pending
}
