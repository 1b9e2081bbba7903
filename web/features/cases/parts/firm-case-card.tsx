import type { FirmCase } from '#contract/cases.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { firmMoveWords } from '../words.ts'
import { Ball } from './ball.tsx'
import { CaseTitle } from './case-title.tsx'
import { PriorityMark, StatusMark } from './marks.tsx'

/** A case in the firm's list: whose it is, and who has the ball. */
export const FirmCaseCard = ({ one, open }: { one: FirmCase; open: () => void }) => (
  <Card className="grid gap-3.5">
    <div className="grid min-w-0 gap-1">
      <p className="text-sm font-semibold wrap-anywhere text-brand">{one.client.name}</p>
      <CaseTitle one={one} />
    </div>
    {one.move && <Ball move={one.move} words={firmMoveWords(one.move)} isMine={one.move.whose === 'firm'} />}
    {one.status === 'pending' && <p className="line-clamp-3 wrap-anywhere">{one.description}</p>}
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="flex flex-wrap gap-2">
        <StatusMark status={one.status} />
        <PriorityMark priority={one.priority} />
      </span>
      <Button
        variant={one.status === 'pending' ? 'primary' : 'secondary'}
        size="small"
        onClick={open}
        aria-label={`${one.status === 'pending' ? 'Decide' : 'View'}: ${one.title}, ${one.client.name}`}
      >
        {one.status === 'pending' ? 'Decide' : 'View'}
      </Button>
    </div>
  </Card>
)
