import { useEffect, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { faultsOfPhoto } from '../quick-check.ts'

export interface QuickLookProps {
  file: File
  sendAnyway: () => void
  takeAgain: () => void
}

/** Tells before a photo is sent what may make it hard to read. It never stands in the way. */
export const QuickLook = ({ file, sendAnyway, takeAgain }: QuickLookProps) => {
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
