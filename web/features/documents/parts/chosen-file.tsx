import type { ReactNode } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { ReachUs } from '#web/ui/actions/reach-us.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { sizeText } from '../words.ts'
import { FileRow } from './file-row.tsx'
import { QuickLook } from './quick-look.tsx'

interface ChosenFileProps {
  file: File
  /** It is on its way, or was judged: it can neither be changed nor be looked at again. */
  isLocked: boolean
  fault: string | undefined
  send: () => void
  reset: () => void
  /** How far it has come. */
  children: ReactNode
}

/** A file that was chosen: what it is, what the quick look says of it, and what went wrong with it. */
export const ChosenFile = ({ file, isLocked, fault, send, reset, children }: ChosenFileProps) => (
  <div className="grid gap-3">
    <FileRow name={file.name} type={file.type}>
      {sizeText(file.size)}
      {!isLocked && (
        <Button variant="ghost" size="small" onClick={reset}>
          Change
        </Button>
      )}
    </FileRow>
    {!isLocked && <QuickLook file={file} sendAnyway={send} takeAgain={reset} />}
    {children}
    <FormFault>{fault}</FormFault>
    {fault !== undefined && <ReachUs />}
  </div>
)
