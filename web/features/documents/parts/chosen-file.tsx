import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { ReachUs } from '#web/ui/actions/reach-us.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { faultsOfPhoto } from '../quick-check.ts'
import { sizeText } from '../words.ts'
import { FileRow } from './file-row.tsx'

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

interface QuickLookProps {
  file: File
  sendAnyway: () => void
  takeAgain: () => void
}

/** Tells before a photo is sent what may make it hard to read. It never stands in the way. */
const QuickLook = ({ file, sendAnyway, takeAgain }: QuickLookProps) => {
  const [first, ...more] = useFaults(file)
  return (
    <div role="status" className="empty:absolute">
      {first !== undefined && (
        <Callout
          tone="warn"
          title={[first, ...more].join(' ')}
          actions={
            <>
              <Button size="small" onClick={takeAgain}>
                Take again
              </Button>
              <Button size="small" variant="ghost" onClick={sendAnyway}>
                Send anyway
              </Button>
            </>
          }
        >
          You can send it, or take it again.
        </Callout>
      )}
    </div>
  )
}

function useFaults(file: File): string[] {
  const [found, setFound] = useState<{ file: File; faults: string[] }>()
  useEffect(() => {
    let isStale = false
    void faultsOfPhoto(file).then((faults) => {
      if (!isStale) setFound({ file, faults })
    })
    return () => {
      isStale = true
    }
  }, [file])
  return found?.file === file ? found.faults : []
}
