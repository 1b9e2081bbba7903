import { Camera, Upload } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { classes } from '../classes.ts'
import { FieldError } from './field.tsx'

export interface FileDropProps {
  /** What to choose: "Your proof of address". */
  label: string
  /** "PNG, JPG, PDF up to 10MB" */
  hint: string
  /** The `accept` of an `input`: ".pdf,.jpg,.jpeg,.png". It does not restrict dropped files, so check in `onFile`. */
  accept: string
  onFile: (file: File) => void
  /** Adds a button that opens the camera on phones: `user` for a face, `environment` for a document. */
  camera?: 'user' | 'environment'
  error?: string
  disabled?: boolean
}

/** Drop a file, choose one, or take a picture of it. */
export const FileDrop = ({ label, hint, accept, onFile, camera, error, disabled = false }: FileDropProps) => {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(!disabled)
  }
  return (
    <div className="grid">
      <div
        role="group"
        aria-label={label}
        aria-describedby={`${id}-hint`}
        onDrop={drop}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        className={classes(
          'grid justify-items-center gap-3 rounded-xl border-[1.5px] border-dashed px-5 py-7 text-center transition-colors duration-150',
          isOver ? 'border-brand bg-brand-tint' : 'border-edge bg-sunken',
          error !== undefined && 'border-stop',
        )}
      >
        <Upload className="size-6! text-ink-soft" />
        <div>
          <p className="font-semibold max-md:hidden">Drop your file here, or browse</p>
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        </div>
        <div className="flex flex-wrap justify-center gap-2.5">
          {camera && (
            <span className="hidden touch:contents">
              <FilePicker
                words="Take a photo"
                icon={<Camera />}
                variant="primary"
                input={{ accept: 'image/*', capture: camera, disabled }}
                onFile={onFile}
              />
            </span>
          )}
          <FilePicker
            words="Choose a file"
            input={{ accept, disabled }}
            onFile={onFile}
            errorId={error && `${id}-error`}
          />
        </div>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

interface FilePickerProps {
  /** "Choose a file" */
  words: string
  icon?: ReactNode
  variant?: 'primary' | 'secondary'
  /** `capture` opens the camera of a phone: `user` for a face, `environment` for a document. */
  input: { accept: string; capture?: 'user' | 'environment'; disabled: boolean }
  errorId?: string
  className?: string
  onFile: (file: File) => void
}

/** A button to choose a file, or to take a picture. */
export const FilePicker = ({ words, icon, variant, input, errorId, className, onFile }: FilePickerProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Otherwise choosing the same file again would not count as a change.
    target.value = ''
    if (file) onFile(file)
  }
  return (
    <>
      <input ref={picker} type="file" hidden aria-label={words} {...input} onChange={choose} />
      <Button
        variant={variant}
        icon={icon}
        disabled={input.disabled}
        aria-describedby={errorId}
        onClick={() => picker.current?.click()}
        className={className}
      >
        {words}
      </Button>
    </>
  )
}
