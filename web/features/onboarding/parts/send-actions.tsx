import { Camera, RotateCcw, Upload } from 'lucide-react'
import { type RefCallback, useEffect, useState } from 'react'
import type { AttachmentType } from '#contract/onboarding/chat.ts'
import { now } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { FilePicker } from '#web/ui/fields/file-drop.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { stillName, takeStill, useCamera } from '../capture/camera.ts'
import { cameraFault, fileAccept } from '../capture/copy.ts'
import { takesPdf } from '../outbox.ts'

interface SendProps {
  kind: AttachmentType
  disabled: boolean
  onFile: (file: File) => void
}

/** The ways to send what a message asks for: with the camera or as a file. */
export const SendActions = (props: SendProps) =>
  props.kind === 'selfie' ? <SelfieActions {...props} /> : <PaperActions {...props} />

const SelfieActions = ({ kind, disabled, onFile }: SendProps) => {
  const [isOpen, setOpen] = useState(false)
  const use = (file: File) => {
    setOpen(false)
    onFile(file)
  }
  return (
    <>
      <Button variant="primary" icon={<Camera />} disabled={disabled} onClick={() => setOpen(true)}>
        Take selfie
      </Button>
      <Picker label="Upload instead" accept={fileAccept(takesPdf(kind))} {...{ disabled, onFile }} />
      <SelfieDialog open={isOpen} onOpenChange={setOpen} onUse={use} />
    </>
  )
}

const PaperActions = ({ kind, disabled, onFile }: SendProps) => (
  <>
    <span className="hidden touch:contents">
      <Picker label="Take a photo" accept="image/*" isCamera isMain {...{ disabled, onFile }} />
    </span>
    <span className="contents touch:hidden">
      <Picker label="Choose a file" accept={fileAccept(takesPdf(kind))} isMain {...{ disabled, onFile }} />
    </span>
    <span className="hidden touch:contents">
      <Picker label="Choose a file" accept={fileAccept(takesPdf(kind))} {...{ disabled, onFile }} />
    </span>
  </>
)

interface PickerProps {
  label: string
  accept: string
  isCamera?: boolean
  isMain?: boolean
  disabled: boolean
  onFile: (file: File) => void
}

const Picker = ({ label, accept, isCamera = false, isMain = false, disabled, onFile }: PickerProps) => (
  <FilePicker
    words={label}
    icon={isCamera ? <Camera /> : <Upload />}
    variant={isMain ? 'primary' : 'secondary'}
    input={{ accept, disabled, ...(isCamera && { capture: 'environment' }) }}
    className={classes(isMain && 'order-first')}
    onFile={onFile}
  />
)

interface SelfieDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onUse: (selfie: File) => void
}

/** Takes a selfie with the front camera, which the client can retake. */
const SelfieDialog = ({ open, onOpenChange, onUse }: SelfieDialogProps) => (
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
  /** Object URL of the picture. Revoked when the picture is no longer shown. */
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

// Mirrored on the page only. The file itself shows the client as others see them.
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
