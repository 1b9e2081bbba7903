import type { ClientDocument } from '#contract/documents/documents.ts'
import { needsAnother } from '#contract/documents/verdict.ts'
import { useTaskList } from '#web/features/tasks/hooks.tsx'
import { Badge } from '#web/ui/data/badge.tsx'

const looks = {
  letter: { tone: 'info', words: 'From us' },
  verified: { tone: 'ok', words: 'Verified' },
  again: { tone: 'warn', words: 'Needs another' },
  refused: { tone: 'neutral', words: 'Not accepted' },
  pending: { tone: 'info', words: 'In review' },
  scan: { tone: 'neutral', words: 'Waiting for scan' },
  reading: { tone: 'neutral', words: 'Reading' },
} as const

/** A document's status, in the words of its task. Any status except verified and rejected is in review. */
export const StatusBadge = ({ document, isUnasked = false }: StatusBadgeProps) => {
  const { tone, words } = appearanceOf(document, isUnasked)
  return <Badge tone={tone}>{words}</Badge>
}

interface StatusBadgeProps {
  document: ClientDocument
  /** Its task takes no other document. */
  isUnasked?: boolean
}

/** The same for the client whose document it is. They are asked for no other while its cases are closed. */
export const OwnStatusBadge = ({ document }: { document: ClientDocument }) => {
  const { data: tasks } = useTaskList({ enabled: document.taskId !== null })
  const task = tasks?.find(({ id }) => id === document.taskId)
  // What is on hold is not in the list.
  const isUnasked = Boolean(tasks) && document.taskId !== null && (task === undefined || task.isOfClosed)
  return <StatusBadge document={document} isUnasked={isUnasked} />
}

const appearanceOf = (document: ClientDocument, isUnasked: boolean) => {
  const { purpose, status, validation, awaitsScan } = document
  if (purpose === 'letter') return looks.letter
  if (status === 'verified') return looks.verified
  if (awaitsScan) return looks.scan
  if (isUnasked && status === 'rejected') return looks.refused
  if (!isUnasked && needsAnother(document)) return looks.again
  return validation === null ? looks.reading : looks.pending
}
