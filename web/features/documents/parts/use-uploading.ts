import { useEffect, useEffectEvent, useState } from 'react'
import type { ClientDocument, documents } from '#contract/documents/documents.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { useTimeout } from '#web/platform/timers.ts'
import { dismissToast, toast } from '#web/ui/overlays/toast.ts'
import { faultOf, noFile, uploadFailed, uploadToast } from '../copy.ts'
import { useLatest, useUploadDocument } from '../hooks.ts'

/** Milliseconds that a valid result stays on the page (part 1, section 9). */
const resetAfter = 3000

/** Uploads one file after another: choose, send, verdict, then another or none. */
export function useUploading({ done }: { done: () => void }) {
  const { mutateAsync, isPending, sent, stop } = useUploadDocument()
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<Output<typeof documents.upload> | null>(null)
  const [fault, setFault] = useState<string>()
  const [isHeld, setHeld] = useState(false)
  const percent = usePercent({ sent, isPending, isDone: result !== null })
  const document = useLatest(result?.document ?? null)
  const verdict = useVerdictToast(document, { follows: result?.document.validation === null })

  const reset = () => {
    setFile(null)
    setResult(null)
    setFault(undefined)
    setHeld(false)
  }
  const choose = (chosen: File) => {
    const wrong = faultOf(chosen)
    setFault(wrong?.description)
    if (wrong) toast(wrong)
    else setFile(chosen)
  }
  const send = (input: Input<typeof documents.upload>) => {
    if (file === null) {
      toast(noFile)
      return setFault(noFile.description)
    }
    setFault(undefined)
    mutateAsync({ file, input }).then(
      (output) => {
        setResult(output)
        verdict.show(output.document)
      },
      (error: unknown) => {
        // The user stopped the upload: nothing to say.
        if (!(error instanceof Problem)) return
        setFault(error.message)
        // The portal would refuse the same file again, so we ask for another one.
        if (isOfFile(error)) setFile(null)
        if (error.reason !== 'same_picture') toast(uploadFailed(error.message))
      },
    )
  }

  // The task's toast replaces the document's.
  const finish = () => {
    verdict.dismiss()
    reset()
    done()
  }
  // The dialog doesn't close on someone who is still reading or correcting a value.
  useTimeout(document?.status === 'verified' && !isHeld ? resetAfter : null, finish)
  const isReading = isPending && sent >= 1
  const hold = () => setHeld(true)
  return { file, result, fault, percent, isPending, isReading, choose, send, stop, reset, hold, finish }
}

/** Shows the verdict on a document, also one that follows the response, until something else says the same. */
const useVerdictToast = (document: ClientDocument | null, { follows }: { follows: boolean }) => {
  const [toastId, setToastId] = useState<number>()
  const dismiss = () => {
    if (toastId !== undefined) dismissToast(toastId)
  }
  const show = (read: ClientDocument) => setToastId(toast(uploadToast(read)))
  useOnce(document?.validation != null && follows, () => {
    dismiss()
    if (document) show(document)
  })
  return { show, dismiss }
}

const isOfFile = ({ code }: Problem) =>
  code === 'unprocessable' || code === 'unsupported' || code === 'too_large'

function usePercent({ sent, isPending, isDone }: { sent: number; isPending: boolean; isDone: boolean }) {
  const climbed = useClimb(isPending && sent >= 1)
  if (isDone) return 100
  // Sending the bytes is the first half. How long the reading takes isn't known.
  return isPending ? Math.min(furthest, Math.round(sent * 50) + climbed) : 0
}

function useOnce(isOn: boolean, act: () => void) {
  const onTime = useEffectEvent(act)
  useEffect(() => {
    if (isOn) onTime()
  }, [isOn])
}

/** Milliseconds. */
const tick = 150
const step = 5
/** Percentage at which the bar waits for the response. */
const furthest = 95

/**
 * Returns the percentage of a bar that climbs by 5% every 150 ms while `isOn` (part 1, section 9, and part 2, section
 * 9). Starts at 0 each time.
 */
export function useClimb(isOn: boolean) {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setTicks((count) => count + 1), tick)
    return () => {
      clearInterval(timer)
      setTicks(0)
    }
  }, [isOn])
  return isOn ? Math.min(furthest, ticks * step) : 0
}
