import { Ellipsis, Eye, FolderCheck, UserPlus } from 'lucide-react'
import { type MatterPriority, priorityNames } from '#contract/matters/facts.ts'
import { type Matter } from '#contract/matters/matters.ts'
import { assigneeWords } from '#contract/matters/next-action.ts'
import { canDo, type MatterStatus, statusNames } from '#contract/matters/states.ts'
import { dateText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { Costs } from './facts/shared-facts.tsx'
import { ActingPeople } from './parties/acting-people.tsx'
import { NextActionPanel, StepLink } from './stages/next-action.tsx'
import { CurrentStage } from './stages/stage-tracker.tsx'

interface MatterCardProps {
  matter: Matter
  showDetails: () => void
  askToClose: () => void
  invite: () => void
}

/** A matter at a glance: above all, who acts next. */
export const MatterCard = ({ matter, showDetails, askToClose, invite }: MatterCardProps) => (
  <Card className="grid gap-3.5">
    <div className="flex items-start justify-between gap-3">
      <div className="grid min-w-0 gap-1">
        <MatterTitle matter={matter} />
      </div>
      <Menu trigger={<IconButton label={`Actions for ${matter.title}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<Eye />} onSelect={showDetails}>
          View Details
        </MenuItem>
        {(matter.status === 'open' || matter.status === 'pending') && (
          <MenuItem icon={<UserPlus />} onSelect={invite}>
            Invite a joint client
          </MenuItem>
        )}
        {canDo('close', matter, 'client') && (
          <MenuItem icon={<FolderCheck />} onSelect={askToClose}>
            Close Case
          </MenuItem>
        )}
      </Menu>
    </div>
    <Standing matter={matter} />
    {matter.status === 'open' && <CurrentStage stages={matter.stages} />}
    {matter.status === 'open' && matter.costs && <Costs costs={matter.costs} />}
    {matter.status === 'open' && matter.people.length > 0 && <ActingPeople people={matter.people} />}
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="flex flex-wrap gap-2">
        <StatusMark status={matter.status} />
        <PriorityMark priority={matter.priority} />
      </span>
      <Button size="small" onClick={showDetails} aria-label={`Timeline of ${matter.title}`}>
        Timeline
      </Button>
    </div>
  </Card>
)

const Standing = ({ matter }: { matter: Matter }) => {
  const { status, move, reason, closedAt } = matter
  if (move)
    return (
      <NextActionPanel
        move={move}
        words={assigneeWords(move)}
        isMine={move.whose === 'client'}
        action={move.whose === 'client' && <StepLink matter={matter} />}
      />
    )
  const words = {
    pending: "Your legal team has your request. They'll open the case, or explain why they can't.",
    rejected: reason,
    closed: closedAt && `Closed on ${dateText(closedAt)}`,
    open: null,
  }[status]
  return words && <p className="wrap-anywhere whitespace-pre-line">{words}</p>
}

/** The title, reference, type and date of a matter. */
const MatterTitle = ({ matter }: { matter: Pick<Matter, 'title' | 'reference' | 'type' | 'createdAt'> }) => (
  <>
    <h2 className="text-section leading-snug wrap-anywhere">{matter.title}</h2>
    <p className="figures text-sm wrap-anywhere text-ink-soft">
      {matter.reference} · {matter.type} ·{' '}
      <span className="whitespace-nowrap">Created {dateText(matter.createdAt)}</span>
    </p>
  </>
)

const tones: Record<MatterStatus, Tone> = { open: 'ok', pending: 'warn', closed: 'over', rejected: 'stop' }

export const StatusMark = ({ status }: { status: MatterStatus }) => (
  <Badge tone={tones[status]}>{statusNames[status]}</Badge>
)

/** Only high priority is highlighted. The word tells it without the colour. */
const PriorityMark = ({ priority }: { priority: MatterPriority }) => (
  <Badge tone={priority === 'high' ? 'warn' : 'neutral'} plain>
    {priorityNames[priority]} priority
  </Badge>
)
