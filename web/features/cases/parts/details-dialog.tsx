import { type CaseId, moveWords } from '#contract/cases.ts'
import { useCaseFile, useCases } from '../hooks.ts'
import { Ball } from './ball.tsx'
import { CaseDialog } from './case-dialog.tsx'
import { CaseSheet } from './case-sheet.tsx'
import { StepLink } from './step-link.tsx'
import { Timeline } from './timeline.tsx'

interface DetailsDialogProps {
  id: CaseId | null
  close: () => void
}

export const DetailsDialog = ({ id, close }: DetailsDialogProps) => (
  <CaseDialog id={id} cases={useCases()} close={close} details={(open) => <Details id={open} />} />
)

const Details = ({ id }: { id: CaseId }) => {
  const file = useCaseFile(id)
  return (
    <CaseSheet
      file={file}
      top={
        file.move && (
          <Ball
            move={file.move}
            words={moveWords(file.move)}
            isMine={file.move.whose === 'client'}
            action={file.move.whose === 'client' && <StepLink one={file} />}
          />
        )
      }
      timeline={<Timeline events={file.events} moveWords={moveWords} />}
    />
  )
}
