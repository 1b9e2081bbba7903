import { useState } from 'react'
import { requiredDocuments } from '#contract/documents/documents.ts'
import { isFinished, type Task } from '#contract/tasks.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { UploadPanel } from './upload-panel.tsx'

export interface UploadDialogProps {
  tasks: Task[]
  /** The task whose button was pressed; without one the sender says what the document is. */
  preselected: Task | null
  close: () => void
}

/** The upload of the documents page; drawn while it is open. */
export const UploadDialog = ({ tasks, preselected, close }: UploadDialogProps) => {
  const [chosen, setChosen] = useState(preselected)
  const [error, setError] = useState<string>()
  const aim = () => {
    if (chosen) return { taskId: chosen.id, documentType: chosen.title }
    setError('Please choose what this document is.')
    return null
  }
  const choose = (id: string) => {
    setChosen(tasks.find((task) => task.id === id) ?? null)
    setError(undefined)
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={preselected?.title ?? 'Upload Document'}
      description={preselected?.description ?? 'Choose what it is, then the file.'}
    >
      <UploadPanel label={chosen?.title ?? 'Your document'} aim={aim} done={close}>
        {preselected === null && (
          <SelectField
            label="Document Type"
            name="documentType"
            placeholder="Choose a document type"
            required
            value={chosen?.id ?? ''}
            error={error}
            choices={choicesOf(tasks, chosen)}
            onChange={({ target }) => choose(target.value)}
          />
        )}
      </UploadPanel>
    </Dialog>
  )
}

// A task that this very dialog completed stays, for the next file of several.
const choicesOf = (tasks: Task[], chosen: Task | null) =>
  requiredDocuments(tasks)
    .filter((task) => !isFinished(task) || task.id === chosen?.id)
    .map(({ id, title }) => ({ value: id, label: title }))
