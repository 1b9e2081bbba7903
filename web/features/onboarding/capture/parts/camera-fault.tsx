import { ImageUp } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { cameraFault, type Fault, faultOf, fileAccept, fileHint, type StepWords } from '../copy.ts'

interface Props {
  words: StepWords
  onPicture: (picture: File) => void
}

/** Shown if access to the camera was refused. The client can try again, or choose a file instead. */
export const CameraFault = ({ words, retry, onPicture }: Props & { retry: () => void }) => (
  <Callout
    tone="stop"
    announce="alert"
    title={cameraFault.title}
    actions={
      <>
        <Button variant="primary" size="large" onClick={retry} className="max-sm:w-full">
          Retry
        </Button>
        <FilePicker words={words} onPicture={onPicture} />
      </>
    }
  >
    <p>{cameraFault.text}</p>
    <p className="mt-1 text-ink-soft">
      You can allow it in your browser’s settings for this page. Please close any other app that is using the
      camera.
    </p>
  </Callout>
)

/** Shown if there is no camera to use: asks for a file, or on a phone opens the phone's own camera app. */
export const NoCamera = ({ words, onPicture }: Props) => {
  const [fault, setFault] = useState<Fault | null>(null)
  const choose = (file: File) => {
    const wrong = faultOf(file, words.takesPdf)
    setFault(wrong)
    if (!wrong) onPicture(file)
  }
  return (
    <FileDrop
      label={words.name}
      hint={fileHint(words.takesPdf)}
      accept={fileAccept(words.takesPdf)}
      camera={words.facing}
      onFile={choose}
      error={fault ? faultText(fault) : undefined}
    />
  )
}

/**
 * Chooses an existing file, or one that another device made. Why a file was refused stays until another is chosen: a
 * notice would be gone before it is read.
 */
export const FilePicker = ({ words, onPicture, isCentred = false }: Props & { isCentred?: boolean }) => {
  const picker = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const [fault, setFault] = useState<Fault | null>(null)
  const label = words.takesPdf ? 'Choose a file' : 'Choose a photo'
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Choosing the same file again must count as a choice.
    target.value = ''
    if (!file) return
    const wrong = faultOf(file, words.takesPdf)
    setFault(wrong)
    if (!wrong) onPicture(file)
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={label}
        accept={fileAccept(words.takesPdf)}
        onChange={choose}
      />
      <Button
        size="large"
        icon={<ImageUp />}
        onClick={() => picker.current?.click()}
        aria-describedby={fault ? errorId : undefined}
        className="max-sm:w-full"
      >
        {label} instead
      </Button>
      {/* A row of its own among the buttons, which takes no space while it is empty. */}
      <div className={classes('-mt-2.5 flex w-full', isCentred && 'justify-center')}>
        <FieldError id={errorId}>{fault ? faultText(fault) : undefined}</FieldError>
      </div>
    </>
  )
}

const faultText = ({ title, text }: Fault) => `${title}. ${text}`
