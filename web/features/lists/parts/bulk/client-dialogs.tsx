import { useState } from 'react'
import { UserId } from '#contract/accounts/accounts.ts'
import { bulk } from '#contract/firm/bulk.ts'
import { ask } from '#web/platform/ask.ts'
import { today } from '#web/platform/clock.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { AssignDialog, type PersonChoice } from './assign-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkDialogInput } from './selection.tsx'

const clientIds = (ids: readonly string[]) => ids.map((id) => UserId.parse(id))

export const RemindDialog = (input: BulkDialogInput) => (
  <BulkDialog
    {...input}
    title="Send a reminder"
    doneWord="reminded"
    fields={<p>Each client is told what they still have to do, and gets an email if they have chosen to.</p>}
    run={(ids, isPreview) => ask(bulk.remindClients, { ids: clientIds(ids), isPreview })}
  />
)

export const RequestDialog = (input: BulkDialogInput) => {
  const [title, setTitle] = useState('')
  const [description, describe] = useState('')
  const [dueOn, setDueOn] = useState<string | null>(null)
  return (
    <BulkDialog
      {...input}
      title="Ask for a document"
      doneWord="asked"
      fields={
        <>
          <TextField
            label="Which document?"
            hint="Each client will read this as the title of the task."
            maxLength={80}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          <TextArea
            label="What will help them find it?"
            optional
            rows={3}
            maxLength={600}
            value={description}
            onChange={({ target }) => describe(target.value)}
          />
          <DateField
            label="Send it by"
            optional
            min={today()}
            value={dueOn ?? ''}
            onChange={(day) => setDueOn(day || null)}
          />
        </>
      }
      run={(ids, isPreview) =>
        ask(bulk.requestDocuments, { ids: clientIds(ids), isPreview, title, description, dueOn })
      }
    />
  )
}

export const ReassignDialog = (input: BulkDialogInput & { people: readonly PersonChoice[] }) => (
  <AssignDialog
    {...input}
    title="Change who is responsible"
    doneWord="reassigned"
    label="Responsible from now on"
    assign={(ids, feeEarnerId, isPreview) =>
      ask(bulk.assignClients, { ids: clientIds(ids), isPreview, feeEarnerId })
    }
  />
)
