import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { Button } from '../actions/button.tsx'

export interface FilePickerProps {
  /** "Choose a file" */
  words: string
  icon?: ReactNode
  variant?: 'primary' | 'secondary'
  /** `capture` opens the camera of a phone: `user` for a face, `environment` for a paper. */
  input: { accept: string; capture?: 'user' | 'environment'; disabled: boolean }
  errorId?: string
  className?: string
  onFile: (file: File) => void
}

/** A button that lets somebody choose a file, or take a picture. */
export const FilePicker = ({ words, icon, variant, input, errorId, className, onFile }: FilePickerProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Choosing the same file again must count as a choice.
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
