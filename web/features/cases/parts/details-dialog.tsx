import { type CaseId, moveWords } from '#contract/cases.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { useCaseFile, useCases } from '../hooks.ts'
import { Ball } from './ball.tsx'
import { CaseSheet } from './case-sheet.tsx'
import { Timeline } from './timeline.tsx'

interface DetailsDialogProps {
  id: CaseId | null
  close: () => void
}

export const DetailsDialog = ({ id, close }: DetailsDialogProps) => {
  const title = useCases().find((one) => one.id === id)?.title ?? 'Case'
  return (
    <Dialog
      open={id !== null}
      onOpenChange={close}
      title={<span className="wrap-anywhere">{title}</span>}
      description="Case details"
    >
      {id && (
        <Waiting skeleton={<SkeletonCard rows={4} />}>
          <Details id={id} />
        </Waiting>
      )}
    </Dialog>
  )
}

const Details = ({ id }: { id: CaseId }) => {
  const file = useCaseFile(id)
  return (
    <CaseSheet
      file={file}
      top={
        file.move && (
          <Ball move={file.move} words={moveWords(file.move)} isMine={file.move.whose === 'client'} />
        )
      }
      timeline={<Timeline events={file.events} moveWords={moveWords} />}
    />
  )
}
