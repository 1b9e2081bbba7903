import { useState } from 'react'
import { type CaseAct, canDo } from '#contract/case-states.ts'
import type { CaseId } from '#contract/cases.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { useFirmCaseFile, useFirmCases } from '../hooks.ts'
import { firmMoveWords } from '../words.ts'
import { ActForm } from './act-form.tsx'
import { Ball } from './ball.tsx'
import { CaseDialog } from './case-dialog.tsx'
import { CaseSheet } from './case-sheet.tsx'
import { Timeline } from './timeline.tsx'

interface FirmCaseDialogProps {
  id: CaseId | null
  close: () => void
}

/** A case with all that the firm can do to it as it stands. */
export const FirmCaseDialog = ({ id, close }: FirmCaseDialogProps) => (
  <CaseDialog id={id} cases={useFirmCases().data} close={close} details={(open) => <Details id={open} />} />
)

const acts: { act: CaseAct; label: string }[] = [
  { act: 'open', label: 'Open case' },
  { act: 'reject', label: 'Turn down' },
  { act: 'move', label: 'Set next step' },
  { act: 'reopen', label: 'Reopen case' },
  { act: 'note', label: 'Write a note' },
  { act: 'close', label: 'Close case' },
]

const Details = ({ id }: { id: CaseId }) => {
  const file = useFirmCaseFile(id)
  const [chosen, choose] = useState<CaseAct | null>(null)
  const possible = acts.filter(({ act }) => canDo(act, file, 'firm'))
  const doing = possible.find(({ act }) => act === chosen)
  return (
    <CaseSheet
      file={file}
      facts={[{ name: 'Client', value: <span className="wrap-anywhere">{file.client.name}</span> }]}
      top={
        <>
          {file.move && (
            <Ball move={file.move} words={firmMoveWords(file.move)} isMine={file.move.whose === 'firm'} />
          )}
          {doing ? (
            <ActForm key={doing.act} act={doing.act} id={id} label={doing.label} leave={() => choose(null)} />
          ) : (
            <div className="flex flex-wrap gap-2.5">
              {possible.map(({ act, label }, at) => (
                <Button key={act} variant={at === 0 ? 'primary' : 'secondary'} onClick={() => choose(act)}>
                  {label}
                </Button>
              ))}
            </div>
          )}
        </>
      }
      timeline={<Timeline events={file.events} moveWords={firmMoveWords} />}
    />
  )
}
