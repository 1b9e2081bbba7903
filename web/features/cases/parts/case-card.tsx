import { Ellipsis, Eye, FolderCheck } from 'lucide-react'
import { canDo } from '#contract/case-states.ts'
import { type Case, moveWords } from '#contract/cases.ts'
import { dateText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { Ball } from './ball.tsx'
import { CaseTitle } from './case-title.tsx'
import { PriorityMark, StatusMark } from './marks.tsx'
import { StepLink } from './step-link.tsx'

interface CaseCardProps {
  one: Case
  showDetails: () => void
  askToClose: () => void
}

/** A case at a glance: most of all, whose move it is. */
export const CaseCard = ({ one, showDetails, askToClose }: CaseCardProps) => (
  <Card className="grid gap-3.5">
    <div className="flex items-start justify-between gap-3">
      <div className="grid min-w-0 gap-1">
        <CaseTitle one={one} />
      </div>
      <Menu trigger={<IconButton label={`Actions for ${one.title}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<Eye />} onSelect={showDetails}>
          View Details
        </MenuItem>
        {canDo('close', one, 'client') && (
          <MenuItem icon={<FolderCheck />} onSelect={askToClose}>
            Close Case
          </MenuItem>
        )}
      </Menu>
    </div>
    <Standing one={one} />
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="flex flex-wrap gap-2">
        <StatusMark status={one.status} />
        <PriorityMark priority={one.priority} />
      </span>
      <Button size="small" onClick={showDetails} aria-label={`Timeline of ${one.title}`}>
        Timeline
      </Button>
    </div>
  </Card>
)

const Standing = ({ one }: { one: Case }) => {
  const { status, move, reason, closedAt } = one
  if (move)
    return (
      <Ball
        move={move}
        words={moveWords(move)}
        isMine={move.whose === 'client'}
        action={move.whose === 'client' && <StepLink one={one} />}
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
