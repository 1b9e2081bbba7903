import { useState } from 'react'
import { DocumentType } from '#contract/validation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { faultOfTrial, noImage, typeWords } from '../words.ts'

const choices = DocumentType.options.map((value) => ({ value, label: typeWords[value] }))

export interface SandboxRequest {
  documentType: DocumentType
  file: File
}

interface TrialFormProps {
  isBusy: boolean
  /** What was said of the last try, where it failed. */
  fault: string | undefined
  run: (request: SandboxRequest) => void
}

/** What to try: a document type and a file. */
export const SandboxForm = ({ isBusy, fault, run }: TrialFormProps) => {
  const [documentType, setType] = useState<DocumentType>('passport')
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string>()
  const choose = (chosen: File) => {
    const words = faultOfTrial(chosen)
    setWrong(words?.description)
    if (words) toast(words)
    else setFile(chosen)
  }
  const start = () => {
    if (file) return run({ documentType, file })
    toast(noImage)
    setWrong(noImage.title)
  }
  return (
    <Card className="grid content-start gap-5">
      <CardTitle lead="It is read as an upload would be, and nothing of it is kept.">
        Test a document
      </CardTitle>
      <SelectField
        label="Document type"
        choices={choices}
        value={documentType}
        disabled={isBusy}
        onChange={({ target }) => setType(DocumentType.parse(target.value))}
      />
      <FileDrop
        label="Document image"
        hint="JPEG, PNG or PDF up to 5MB"
        accept=".jpg,.jpeg,.png,.pdf"
        onFile={choose}
        error={wrong}
        disabled={isBusy}
      />
      {file && (
        <p className="text-sm text-ink-soft">
          Chosen: <bdi className="font-semibold [overflow-wrap:anywhere] text-ink">{file.name}</bdi>
        </p>
      )}
      <FormFault>{fault}</FormFault>
      <Button variant="primary" busy={isBusy} busyText="Validating..." onClick={start}>
        Validate document
      </Button>
    </Card>
  )
}
