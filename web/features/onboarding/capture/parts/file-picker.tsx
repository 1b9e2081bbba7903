import { ImageUp } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { faultOf, fileAccept, type StepWords } from '../words.ts'

/** A file that is there already, or that another device took. */
export const FilePicker = ({ words, onPicture }: { words: StepWords; onPicture: (file: File) => void }) => {
  const picker = useRef<HTMLInputElement>(null)
  const label = words.takesPdf ? 'Choose a file' : 'Choose a picture'
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Choosing the same file again must count as a choice.
    target.value = ''
    if (!file) return
    const fault = faultOf(file, words.takesPdf)
    if (fault) toast({ title: fault.title, description: fault.text, variant: 'destructive' })
    else onPicture(file)
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
        className="max-sm:w-full"
      >
        {label} instead
      </Button>
    </>
  )
}
