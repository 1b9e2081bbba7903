import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import {
  type AnswerChoice,
  type FieldKind,
  type FirmField,
  fieldKindNames,
  hasChoices,
  type RowField,
} from '#contract/forms/firm-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { goneAnswer, keyFrom, moved, newField } from '../draft.ts'
import { insertedAt, removedWords, useRemovals } from './removals.tsx'

type AnyField = FirmField | RowField

interface FieldEditorProps {
  field: AnyField
  /** The questions before this one, whose answers it may depend on. */
  earlier: readonly AnyField[]
  change: (field: AnyField) => void
  move: (by: 1 | -1) => void
  place: { isFirst: boolean; isLast: boolean }
  remove: () => void
  path: string
  errors: Record<string, string>
  /** Whether it is asked in each row of a group. */
  isInGroup?: boolean
}

const always = 'always'

/** One question: its text, its kind of answer, and its condition. */
export const FieldEditor = (props: FieldEditorProps) => {
  const { field, earlier, change, path, errors, isInGroup = false } = props
  const set = (to: Partial<FirmField>) => change({ ...field, ...to } as AnyField)
  const kinds = Object.entries(fieldKindNames)
    .filter(([kind]) => !isInGroup || (kind !== 'group' && kind !== 'file'))
    .map(([value, label]) => ({ value, label }))
  return (
    <div data-question={field.key} className="grid gap-4 rounded-lg border border-line bg-sunken px-4 py-4">
      <div className="flex flex-wrap items-end justify-end gap-1">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            label="Question"
            required
            value={field.label}
            error={errors[`${path}.label`]}
            onChange={({ target }) => set({ label: target.value })}
          />
        </div>
        <PlaceButtons {...props} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Answer"
          choices={kinds}
          value={field.kind}
          onChange={({ target }) => set({ kind: target.value as FieldKind })}
        />
        <TextField
          label="Hint"
          optional
          value={field.hint}
          error={errors[`${path}.hint`]}
          onChange={({ target }) => set({ hint: target.value })}
        />
      </div>
      {hasChoices(field) && (
        <ChoicesField
          choices={field.offers}
          change={(offers) => set({ offers })}
          error={Object.entries(errors).find(([name]) => name.startsWith(`${path}.offers`))?.[1]}
        />
      )}
      <div className="grid items-center gap-4 sm:grid-cols-2">
        <Checkbox
          label="Must be answered"
          checked={field.isRequired}
          onChange={({ target }) => set({ isRequired: target.checked })}
        />
        <ConditionField field={field} earlier={earlier} set={set} />
      </div>
      {field.kind === 'group' && 'fields' in field && <RowsEditor {...props} group={field} />}
    </div>
  )
}

/** Moves a question among the others, or removes it. */
const PlaceButtons = ({ field, move, place, remove }: FieldEditorProps) => {
  const name = field.label || 'this question'
  return (
    <>
      <IconButton
        label={`Move ${name} up`}
        icon={<ArrowUp />}
        disabled={place.isFirst}
        onClick={() => move(-1)}
      />
      <IconButton
        label={`Move ${name} down`}
        icon={<ArrowDown />}
        disabled={place.isLast}
        onClick={() => move(1)}
      />
      <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={remove} />
    </>
  )
}

interface ConditionFieldProps extends Pick<FieldEditorProps, 'field' | 'earlier'> {
  set: (to: Pick<FirmField, 'shownWhen'>) => void
}

/** Whether a question depends on the answer to an earlier one. */
const ConditionField = ({ field: { shownWhen }, earlier, set }: ConditionFieldProps) => {
  const conditions = earlier.flatMap(({ key, label, offers }) =>
    offers.map((offer) => ({ value: `${key} ${offer.value}`, label: `“${label}” is “${offer.label}”` })),
  )
  const chosen = shownWhen ? `${shownWhen.field} ${shownWhen.value}` : always
  if (shownWhen && !conditions.some(({ value }) => value === chosen))
    conditions.push({ value: chosen, label: goneAnswer })
  if (conditions.length === 0) return null
  return (
    <SelectField
      label="Asked if"
      choices={[{ value: always, label: 'Always' }, ...conditions]}
      value={chosen}
      onChange={({ target }) => {
        const [key = '', value = ''] = target.value.split(' ')
        set({ shownWhen: target.value === always ? null : { field: key, value } })
      }}
    />
  )
}

/** One choice per line. An unchanged line keeps its key, so that earlier answers still fit. */
const ChoicesField = ({
  choices,
  change,
  error,
}: {
  choices: AnswerChoice[]
  change: (choices: AnswerChoice[]) => void
  error: string | undefined
}) => {
  const [typed, setTyped] = useState(choices.map(({ label }) => label).join('\n'))
  const write = (text: string) => {
    setTyped(text)
    const lines = text
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
    const inPlace = (index: number) => {
      const choice = choices.length === lines.length ? choices[index] : undefined
      // Another line still has its words, and so its key.
      return choice && lines.includes(choice.label) ? undefined : choice
    }
    const taken: string[] = []
    change(
      lines.map((label, index) => {
        const known = choices.find((choice) => choice.label === label) ?? inPlace(index)
        const value =
          known && !taken.includes(known.value)
            ? known.value
            : keyFrom(label, [...taken, ...choices.map((choice) => choice.value)])
        taken.push(value)
        return { value, label }
      }),
    )
  }
  return (
    <TextArea
      label="Answers to choose from"
      hint="One on each line"
      value={typed}
      error={error}
      onChange={({ target }) => write(target.value)}
    />
  )
}

const RowsEditor = ({ group, change, path, errors }: FieldEditorProps & { group: FirmField }) => {
  const { fields } = group
  const setFields = (next: RowField[]) => change({ ...group, fields: next })
  const add = () => {
    const { fields: _, ...added } = newField()
    setFields([...fields, { ...added, kind: 'text' }])
  }
  const { editor, removed, noteAt } = useRemovals(fields, setFields)
  const remove = (inner: RowField, index: number) => {
    setFields(fields.filter((_, at) => at !== index))
    removed({
      words: removedWords(inner),
      page: 0,
      index,
      putBack: (rest) => insertedAt(rest, index, inner),
      key: inner.key,
    })
  }
  return (
    <div ref={editor} className="grid gap-4 border-l-2 border-line pl-4">
      <p className="text-sm text-ink-soft">Asked each time the client adds another</p>
      {fields.map((inner, index) => (
        <Fragment key={inner.key}>
          {noteAt(0, index, fields.length)}
          <FieldEditor
            field={inner}
            earlier={fields.slice(0, index)}
            change={(next) =>
              setFields(fields.map((other, at) => (at === index ? (next as RowField) : other)))
            }
            move={(by) => setFields(moved(fields, index, index + by))}
            place={{ isFirst: index === 0, isLast: index === fields.length - 1 }}
            remove={() => remove(inner, index)}
            path={`${path}.fields.${index}`}
            errors={errors}
            isInGroup
          />
        </Fragment>
      ))}
      {noteAt(0, fields.length, fields.length)}
      <Button
        icon={<Plus />}
        size="small"
        disabled={fields.length >= 10}
        onClick={add}
        className="justify-self-start"
      >
        Add question to the group
      </Button>
    </div>
  )
}
