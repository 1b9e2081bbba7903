import { FileCheck2, Plus, Trash2 } from 'lucide-react'
import { documents } from '#contract/documents/documents.ts'
import { longestGroup } from '#contract/forms/firm-answers.ts'
import type { FirmField, FirmForm, RowField } from '#contract/forms/firm-form.ts'
import { useUpload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { CheckboxGroup, RadioGroup } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { rowCountOf, rowsNameOf, shownFields, shownRowFields, withoutRow } from '../firm-plan.ts'
import type { PageValues } from '../plans.ts'
import type { DateControl, WizardForm } from '../wizard.ts'

interface FirmFieldsProps {
  questions: FirmForm
  step: number
  form: WizardForm
}

/** The fields of one page of one of the firm's own forms. */
export const FirmFields = ({ questions, step, form }: FirmFieldsProps) => {
  const fields = shownFields(questions, step, form.watch() as PageValues)
  const isReview = step > questions.sections.length
  if (fields.length === 0 && !isReview)
    return (
      <p className="text-ink-soft">
        Because of your earlier answers, there’s nothing to fill in on this page.
      </p>
    )
  return fields.map((field) =>
    field.kind === 'group' ? (
      <Group key={field.key} group={field} form={form} />
    ) : (
      <Question key={field.key} field={field} name={field.key} form={form} />
    ),
  )
}

interface QuestionProps {
  field: FirmField | RowField
  name: string
  form: WizardForm
}

const Question = ({ field, name, form }: QuestionProps) => {
  const { kind, label, hint, offers, isRequired } = field
  const words = { label, hint: hint || undefined, required: isRequired, optional: !isRequired }
  if (kind === 'long_text') return <TextArea {...words} {...form.field(name)} />
  if (kind === 'date') return <DateField {...words} {...(form.control(name) as DateControl)} />
  if (kind === 'choice') return <RadioGroup {...words} choices={offers} {...form.field(name)} />
  if (kind === 'several') return <CheckboxGroup {...words} choices={offers} {...form.field(name)} />
  if (kind === 'address') return <AddressParts field={field} name={name} form={form} />
  if (kind === 'person') return <PersonParts field={field} name={name} form={form} />
  if (kind === 'file') return <FileAnswer {...words} name={name} form={form} />
  const isFigure = kind === 'number' || kind === 'money'
  return (
    <TextField
      {...words}
      before={kind === 'money' ? '£' : undefined}
      inputMode={isFigure ? 'decimal' : undefined}
      {...form.field(name)}
    />
  )
}

const Parts = ({ field, children }: { field: QuestionProps['field']; children: React.ReactNode }) => (
  <fieldset className="grid gap-4 rounded-xl border border-line bg-sunken px-4 py-4">
    <legend className="px-1 font-semibold">
      {field.label}
      {!field.isRequired && <span className="font-normal text-ink-soft"> (optional)</span>}
    </legend>
    {field.hint && <p className="text-sm text-ink-soft">{field.hint}</p>}
    {children}
  </fieldset>
)

const AddressParts = ({ field, name, form }: QuestionProps) => (
  <Parts field={field}>
    <TextField
      label="House number or name, and street"
      required={field.isRequired}
      {...form.field(`${name}-line1`)}
    />
    <TextField label="Flat, building or district" optional {...form.field(`${name}-line2`)} />
    <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
      <TextField label="Town or city" required={field.isRequired} {...form.field(`${name}-town`)} />
      <TextField
        label="Postcode"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field(`${name}-postcode`)}
      />
    </div>
    <TextField label="Country, if it isn’t in the UK" optional {...form.field(`${name}-country`)} />
  </Parts>
)

const PersonParts = ({ field, name, form }: QuestionProps) => (
  <Parts field={field}>
    <TextField label="Full name" required={field.isRequired} {...form.field(`${name}-name`)} />
    <DateField label="Date of birth" optional {...(form.control(`${name}-dateOfBirth`) as DateControl)} />
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Email address"
        type="email"
        inputMode="email"
        optional
        {...form.field(`${name}-email`)}
      />
      <TextField label="Phone number" type="tel" inputMode="tel" optional {...form.field(`${name}-phone`)} />
    </div>
  </Parts>
)

const Group = ({ group, form }: { group: FirmField; form: WizardForm }) => {
  const values = form.watch() as PageValues
  const rows = rowCountOf(values, group.key)
  const rowsName = rowsNameOf(group.key)
  const { error } = form.control(rowsName)
  const remove = (row: number) => {
    for (const [name, value] of Object.entries(withoutRow(group, values, row))) form.setValue(name, value)
  }
  return (
    <section aria-label={group.label} className="grid gap-4">
      <div>
        <p className="font-semibold">
          {group.label}
          {!group.isRequired && <span className="font-normal text-ink-soft"> (optional)</span>}
        </p>
        {group.hint && <p className="text-sm text-ink-soft">{group.hint}</p>}
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid gap-4 rounded-xl border border-line px-4 py-4">
          {shownRowFields(group, values, `${group.key}-${row}-`).map((field) => (
            <Question key={field.key} field={field} name={`${group.key}-${row}-${field.key}`} form={form} />
          ))}
          <Button
            variant="link"
            size="small"
            icon={<Trash2 />}
            aria-label={`Remove entry ${row + 1} of “${group.label}”`}
            onClick={() => remove(row)}
            className="justify-self-start"
          >
            Remove
          </Button>
        </div>
      ))}
      <div className="grid gap-1" data-field={rowsName}>
        <Button
          icon={<Plus />}
          disabled={rows >= longestGroup}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error && `${rowsName}-error`}
          onClick={() => form.setValue(rowsName, String(rows + 1), { shouldDirty: true })}
          className="justify-self-start"
        >
          {rows === 0 ? 'Add' : 'Add another'}
        </Button>
        <FieldError id={`${rowsName}-error`}>{error}</FieldError>
      </div>
    </section>
  )
}

const fileAccept = '.pdf,.jpg,.jpeg,.png'

interface FileAnswerProps {
  label: string
  hint?: string
  required: boolean
  name: string
  form: WizardForm
}

/** A file as an answer. The file is stored with the client's documents, and the answer refers to it. */
const FileAnswer = ({ label, hint, required, name, form }: FileAnswerProps) => {
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
