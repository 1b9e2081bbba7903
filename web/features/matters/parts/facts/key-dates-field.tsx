import { Plus, Trash2 } from 'lucide-react'
import { dateKindNames, type KeyDate, KeyDateKind } from '#contract/matters/facts.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { wordsForClients } from '../../hooks.ts'

interface KeyDatesFieldProps {
  file: FirmMatterFile
  name: string
  value: KeyDate[]
  onChange: (value: KeyDate[]) => void
  error: string | undefined
  /** The error of one part of one date, such as `dates.0.on`. */
  errorOf: (name: string) => string | undefined
}

/** A matter's key dates, each with whether the client sees it. */
export const KeyDatesField = ({ file, name, value, onChange, errorOf }: KeyDatesFieldProps) => {
  const change = (at: number, part: Partial<KeyDate>) =>
    onChange(value.map((date, index) => (index === at ? { ...date, ...part } : date)))
  const unused = KeyDateKind.options.find(
    (kind) => kind === 'own' || value.every((date) => date.kind !== kind),
  )
  const add = () => onChange([...value, { kind: unused ?? 'own', words: '', on: '', isShared: true }])
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-[0.875rem] font-semibold">Key dates</legend>
      {value.map((date, at) => (
        <KeyDateFields
          // The dates have no ids, so a row is identified by its position in the list.
          key={`${at}-${value.length}`}
          file={file}
          name={`${name}.${at}`}
          date={date}
          change={(part) => change(at, part)}
          remove={() => onChange(value.filter((_, index) => index !== at))}
          errorOf={errorOf}
        />
      ))}
      <div>
        <Button size="small" icon={<Plus />} onClick={add}>
          Add a date
        </Button>
      </div>
    </fieldset>
  )
}

interface KeyDateFieldsProps extends Pick<KeyDatesFieldProps, 'file' | 'errorOf'> {
  /** Such as `dates.0`. */
  name: string
  date: KeyDate
  change: (part: Partial<KeyDate>) => void
  remove: () => void
}

const KeyDateFields = ({ file, name, date, change, remove, errorOf }: KeyDateFieldsProps) => (
  <div className="grid gap-3 rounded-xl border border-line p-4">
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0 flex-1">
        <SelectField
          label="Which date"
          choices={KeyDateKind.options.map((kind) => ({ value: kind, label: dateKindNames[kind] }))}
          name={`${name}.kind`}
          value={date.kind}
          error={errorOf(`${name}.kind`)}
          onChange={({ target }) => change({ kind: KeyDateKind.parse(target.value) })}
        />
      </div>
      <IconButton
        label={`Remove ${date.words || dateKindNames[date.kind]}`}
        icon={<Trash2 />}
        onClick={remove}
      />
    </div>
    {date.kind === 'own' && (
      <TextField
        label="What it is"
        required
        name={`${name}.words`}
        value={date.words}
        error={errorOf(`${name}.words`)}
        onChange={({ target }) => change({ words: target.value })}
      />
    )}
    <DateField
      label="Date"
      required
      name={`${name}.on`}
      value={date.on}
      error={errorOf(`${name}.on`)}
      onChange={(on) => change({ on })}
    />
    <Checkbox
      label={`${wordsForClients(file).Your} ${wordsForClients(file).verb('sees', 'see')} this date`}
      checked={date.isShared}
      onChange={({ target }) => change({ isShared: target.checked })}
    />
  </div>
)
