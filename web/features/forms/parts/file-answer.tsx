import { FileCheck2, Trash2 } from 'lucide-react'
import { documents } from '#contract/documents/documents.ts'
import { useUpload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import type { WizardForm } from '../wizard.ts'

const fileAccept = '.pdf,.jpg,.jpeg,.png'

interface FileAnswerProps {
  label: string
  hint?: string
  required: boolean
  name: string
  form: WizardForm
}

/** A file as an answer: it is kept with the client's documents, and the answer names it. */
export const FileAnswer = ({ label, hint, required, name, form }: FileAnswerProps) => {
  const upload = useUpload(documents.upload, { refreshes: [documents.list] })
  const idName = `${name}-documentId`
  const { value, error } = form.control(idName)
  const fill = (documentId: string, filename: string) => {
    form.setValue(`${name}-name`, filename, { shouldDirty: true })
    form.setValue(idName, documentId, { shouldDirty: true, shouldValidate: error !== undefined })
  }
  const send = (file: File) =>
    upload.mutate(
      { file, input: { documentType: label } },
      { onSuccess: ({ document }) => fill(document.id, document.filename) },
    )
  const words = `${label}${required ? '' : ' (optional)'}`
  if (value)
    return (
      <div className="grid gap-1.5" data-field={idName}>
        <p className="font-semibold">{words}</p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line px-4 py-3">
          <FileCheck2 className="text-ok" />
          <span className="min-w-0 flex-1 wrap-anywhere">{String(form.watch(`${name}-name`))}</span>
          <Button variant="link" size="small" icon={<Trash2 />} onClick={() => fill('', '')}>
            Choose another
          </Button>
        </p>
      </div>
    )
  return (
    <div className="grid gap-1.5" data-field={idName}>
      <p className="font-semibold">{words}</p>
      <FileDrop
        label={label}
        hint={hint ?? 'PDF, JPG or PNG up to 10MB'}
        accept={fileAccept}
        camera="environment"
        onFile={send}
        disabled={upload.isPending}
        error={upload.error?.message ?? error}
      />
      {upload.isPending && <Progress value={Math.round(upload.sent * 100)} label={`Sending ${label}`} />}
    </div>
  )
}
