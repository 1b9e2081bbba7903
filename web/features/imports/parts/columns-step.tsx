import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UserId } from '#contract/accounts/accounts.ts'
import { lists } from '#contract/firm/lists.ts'
import { ImportColumns, ImportField, importFieldNames } from '#contract/imports/columns.ts'
import { type ImportFile, imports } from '#contract/imports/imports.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

const choices = [
  { value: '', label: 'Leave out' },
  ...ImportField.options.map((value) => ({ value, label: importFieldNames[value] })),
]

const internalDates: readonly ImportField[] = ['caseTargetExchange', 'caseCompletion', 'caseLimitation']

type Columns = ImportFile['columns'][number]['field'][]

/** Saves the choices, unless two columns got the same field or a needed one is missing. */
const useSaveColumns = (id: ImportFile['id'], done: () => void) => {
  const cache = useQueryClient()
  const [fault, setFault] = useState<string>()
  const command = useCommand(imports.saveColumns, { refreshes: [imports.list] })
  const save = (columns: Columns, feeEarnerId: UserId | null) => {
    const read = ImportColumns.safeParse(columns)
    setFault(read.error?.issues[0]?.message)
    if (!read.success) return
    command.mutate(
      { id, columns: read.data, feeEarnerId },
      {
        onSuccess: (saved) => {
          cache.setQueryData(query(imports.one, { id }).queryKey, saved)
          done()
        },
        onError: ({ message }) => setFault(message),
      },
    )
  }
  return { save, isSaving: command.isPending, fault }
}

interface ColumnsStepProps {
  file: ImportFile
  done: () => void
  close: () => void
}

/** Assigns a field to each column. Preselects what was chosen earlier for a column of the same name. */
export const ColumnsStep = ({ file, done, close }: ColumnsStepProps) => {
  const [columns, setColumns] = useState(file.columns.map(({ field }) => field))
  const [feeEarnerId, setFeeEarner] = useState(file.feeEarnerId)
  const { save, isSaving, fault } = useSaveColumns(file.id, done)
  const discard = useCommand(imports.discard, { refreshes: [imports.list] })
  const choose = (at: number, value: string) => {
    const field = ImportField.safeParse(value)
    setColumns(columns.with(at, field.success ? field.data : null))
  }
  const throwAway = () =>
    discard.mutate(
      { id: file.id },
      {
        onSuccess: close,
        onError: ({ message }) => toast({ title: 'Not done', description: message, variant: 'error' }),
      },
    )
  return (
    <Card>
      <CardTitle lead="Your choices are remembered for the next file with the same columns.">
        What is in each column?
      </CardTitle>
      <div className="grid gap-5">
        <ColumnList file={file} columns={columns} choose={choose} />
        <div className="sm:max-w-80">
          <ResponsibleField value={feeEarnerId} onChange={setFeeEarner} />
        </div>
        {columns.some((field) => field && internalDates.includes(field)) && (
          <p className="text-sm text-ink-soft">
            Clients won’t see the dates you import. You share each of them on the case, under “Edit details”.
          </p>
        )}
        <FormFault>{fault}</FormFault>
        <div className="flex flex-wrap gap-2.5">
          <Button variant="primary" busy={isSaving} onClick={() => save(columns, feeEarnerId)}>
            See what will happen
          </Button>
          <Button variant="ghost" busy={discard.isPending} onClick={throwAway}>
            Discard this file
          </Button>
        </div>
      </div>
    </Card>
  )
}

interface ColumnListProps {
  file: ImportFile
  columns: Columns
  choose: (at: number, value: string) => void
}

const ColumnList = ({ file, columns, choose }: ColumnListProps) => (
  <ul className="divide-y divide-line" aria-label="Columns of the file">
    {file.columns.map(({ header, examples }, at) => (
      // Two columns may have the same name, so their position identifies them. It never changes.
      <li key={at} className="grid items-center gap-x-6 gap-y-1 py-3 sm:grid-cols-2">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{header || `Column ${at + 1}`}</p>
          <p className="text-sm wrap-anywhere text-ink-soft">
            {examples.length > 0 ? examples.join(' · ') : 'Empty'}
          </p>
        </div>
        <SelectField
          label={`${header || `Column ${at + 1}`} is`}
          hideLabel
          choices={choices}
          value={columns[at] ?? ''}
          onChange={({ target }) => choose(at, target.value)}
        />
      </li>
    ))}
  </ul>
)

interface ResponsibleFieldProps {
  value: UserId | null
  onChange: (id: UserId | null) => void
}

const ResponsibleField = ({ value, onChange }: ResponsibleFieldProps) => {
  const { data: people = [] } = useQuery(query(lists.people, {}))
  return (
    <SelectField
      label="Who is responsible for new clients?"
      hint="Where the file doesn't name a fee earner."
      choices={[
        { value: '', label: 'No one yet' },
        ...people.map(({ id, name }) => ({ value: id as string, label: name })),
      ]}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : UserId.parse(target.value))}
    />
  )
}
