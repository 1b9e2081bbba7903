import { Camera, Upload } from 'lucide-react'
import { useState } from 'react'
import type { AttachmentType } from '#contract/onboarding/chat.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FilePicker } from '#web/ui/fields/file-picker.tsx'
import { fileAccept } from '../capture/words.ts'
import { takesPdf } from '../sending.ts'
import { SelfieDialog } from './selfie-dialog.tsx'

interface SendProps {
  kind: AttachmentType
  disabled: boolean
  onFile: (file: File) => void
}

/** The ways to give what a message asks for: by the camera or as a file. */
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
