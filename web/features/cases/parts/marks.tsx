import { type CaseStatus, statusNames } from '#contract/case-states.ts'
import { type CasePriority, priorityNames } from '#contract/cases.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<CaseStatus, Tone> = { open: 'ok', pending: 'warn', closed: 'over', rejected: 'stop' }

export const StatusMark = ({ status }: { status: CaseStatus }) => (
  <Badge tone={tones[status]}>{statusNames[status]}</Badge>
)

/** Only what is urgent stands out; the word says it, whatever the colour. */
export const PriorityMark = ({ priority }: { priority: CasePriority }) => (
  <Badge tone={priority === 'high' ? 'warn' : 'neutral'} plain>
    {priorityNames[priority]} priority
  </Badge>
)
