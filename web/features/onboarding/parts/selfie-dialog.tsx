import { Camera, RotateCcw } from 'lucide-react'
import { type RefCallback, useEffect, useState } from 'react'
import { now } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useCamera } from '../capture/camera.ts'
import { stillName, takeStill } from '../capture/still.ts'
import { cameraFault } from '../capture/words.ts'

interface SelfieDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onUse: (selfie: File) => void
}

/** The camera at the front, one picture, and the choice to take it again. */
export const SelfieDialog = ({ open, onOpenChange, onUse }: SelfieDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Take a selfie"
    description="Look straight at the camera in good light, without a hat or sunglasses."
  >
    <Taking onUse={onUse} />
  </Dialog>
)

interface Picture {
  file: File
  /** For showing it; given back when it is no longer shown. */
  address: string
}

const Taking = ({ onUse }: Pick<SelfieDialogProps, 'onUse'>) => {
  const [picture, setPicture] = useState<Picture | null>(null)
  return picture ? (
    <Taken picture={picture} onRetake={() => setPicture(null)} onUse={() => onUse(picture.file)} />
  ) : (
    <Live onTake={setPicture} />
  )
}

// Shown as in a mirror; the picture itself is taken as others see it.
const frame = 'aspect-[4/3] w-full -scale-x-100 rounded-lg bg-sunken object-cover'

const Live = ({ onTake }: { onTake: (picture: Picture) => void }) => {
  const { state, retry } = useCamera('user')
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [isReady, setReady] = useState(false)
  if (state.kind === 'refused' || state.kind === 'none') return <CameraFault onRetry={retry} />

  const show: RefCallback<HTMLVideoElement> = (element) => {
    if (element && state.kind === 'on' && element.srcObject !== state.stream) element.srcObject = state.stream
    setVideo(element)
  }
  const take = async () => {
    if (!video) return
    const file = await takeStill(video, stillName('selfie', now()))
    onTake({ file, address: URL.createObjectURL(file) })
  }
  return (
    <>
      {state.kind === 'starting' && <Spinner words="Starting your camera" />}
      <video
        ref={show}
        autoPlay
        muted
        playsInline
        aria-label="Your camera"
        hidden={state.kind === 'starting'}
        onLoadedMetadata={() => setReady(true)}
        className={frame}
      />
      <DialogFooter>
        <Button
          variant="primary"
          icon={<Camera />}
          disabled={!isReady || state.kind === 'starting'}
          onClick={() => void take()}
        >
          Capture
        </Button>
      </DialogFooter>
    </>
  )
}

const Taken = ({
  picture,
  onRetake,
  onUse,
}: {
  picture: Picture
  onRetake: () => void
  onUse: () => void
}) => {
  useEffect(() => () => URL.revokeObjectURL(picture.address), [picture])
  return (
    <>
      <img src={picture.address} alt="You, as it would be sent" className={frame} />
      <DialogFooter>
        <Button icon={<RotateCcw />} onClick={onRetake}>
          Retake
        </Button>
        <Button variant="primary" onClick={onUse}>
          Use Photo
        </Button>
      </DialogFooter>
    </>
  )
}

const CameraFault = ({ onRetry }: { onRetry: () => void }) => (
  <Callout
    tone="stop"
    announce="alert"
    title={cameraFault.title}
    actions={<Button onClick={onRetry}>Retry</Button>}
  >
    {cameraFault.text} You can also close this and upload a picture instead.
  </Callout>
)
