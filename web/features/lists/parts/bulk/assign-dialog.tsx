import { useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { BulkResult } from '#contract/firm/bulk.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkDialogInput } from './selection.tsx'

/** Somebody of the firm to choose. */
export interface PersonChoice {
  value: string
  label: string
}

interface AssignDialogProps extends BulkDialogInput {
  people: readonly PersonChoice[]
  title: string
  doneWord: string
  label: string
  hint?: string
  /** Nobody chosen is refused by the portal, with the sentence that asks for somebody. */
  assign: (ids: readonly string[], feeEarnerId: UserId, isPreview: boolean) => Promise<BulkResult>
}

/** Chooses who takes over the selected rows. */
export const AssignDialog = ({ people, label, hint, assign, ...dialog }: AssignDialogProps) => {
  const [chosen, choose] = useState('')
  return (
    <BulkDialog
      {...dialog}
      fields={
        <SelectField
          label={label}
          hint={hint}
          placeholder="Please choose"
          value={chosen}
          choices={people}
          onChange={({ target }) => choose(target.value)}
        />
      }
      run={(ids, isPreview) => assign(ids, chosen as UserId, isPreview)}
    />
  )
}
