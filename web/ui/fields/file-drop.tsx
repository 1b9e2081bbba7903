import { Camera, Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { FieldError } from './field.tsx'
import { FilePicker } from './file-picker.tsx'

export interface FileDropProps {
  /** What to choose: "Your proof of address". */
  label: string
  /** "PNG, JPG, PDF up to 10MB" */
  hint: string
  /** As of an `input`: ".pdf,.jpg,.jpeg,.png". A dropped file is not held to it: check it in `onFile`. */
  accept: string
  onFile: (file: File) => void
  /** Adds a button that opens the camera on phones: `user` for a face, `environment` for a paper. */
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
