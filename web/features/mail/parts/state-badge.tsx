import { Archive, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MailState } from '#contract/mail.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

export const stateWords: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Not sent',
  failed: 'Failed',
}

const looks: Record<MailState, { tone: Tone; icon?: ReactNode }> = {
  waiting: { tone: 'info', icon: <Clock /> },
  sent: { tone: 'ok' },
  kept: { tone: 'neutral', icon: <Archive /> },
  failed: { tone: 'stop' },
}

export const StateBadge = ({ state }: { state: MailState }) => (
  <Badge {...looks[state]}>{stateWords[state]}</Badge>
)
