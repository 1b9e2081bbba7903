import { Plus, Trash2 } from 'lucide-react'
import { type FirmField, type FirmForm, type FormSection, fieldsOf } from '#contract/forms/firm-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { moved, newField } from '../draft.ts'
import { FieldEditor } from './field-editor.tsx'

interface FormEditorProps {
  form: FirmForm
  change: (form: FirmForm) => void
  /** Errors by path within the step, such as `form.sections.0.title`. */
  errors: Record<string, string>
}

/** Edits the pages of a form and their questions. */
export const FormEditor = ({ form, change, errors }: FormEditorProps) => {
  const { sections } = form
  const setSection = (index: number, section: FormSection) =>
    change({ sections: sections.map((other, at) => (at === index ? section : other)) })
  return (
    <section aria-label="Questions" className="grid gap-5 border-t border-line pt-5">
      <h3 className="text-section">Questions</h3>
      {sections.map((section, index) => (
        <SectionEditor
          // A page has no id, so its position identifies it.
          key={index}
          section={section}
          earlier={fieldsOf({ sections: sections.slice(0, index) })}
          number={index + 1}
          change={(next) => setSection(index, next)}
          remove={
            sections.length > 1
              ? () => change({ sections: sections.filter((_, at) => at !== index) })
              : undefined
          }
          path={`form.sections.${index}`}
          errors={errors}
        />
      ))}
      <Button
        icon={<Plus />}
        disabled={sections.length >= 8}
        onClick={() => change({ sections: [...sections, { title: '', fields: [] }] })}
        className="justify-self-start"
      >
        Add page
      </Button>
    </section>
  )
}

interface SectionEditorProps {
  section: FormSection
  /** The questions of the pages before this one. */
  earlier: readonly FirmField[]
  number: number
  change: (section: FormSection) => void
  remove: (() => void) | undefined
  path: string
  errors: Record<string, string>
}

const SectionEditor = ({ section, earlier, number, change, remove, path, errors }: SectionEditorProps) => {
  const { title, fields } = section
  const setFields = (next: FirmField[]) => change({ ...section, fields: next })
  return (
    <fieldset className="grid gap-4 rounded-xl border border-line px-4 py-4">
      <legend className="px-1 font-semibold">Page {number}</legend>
      <TextField
        label="Title of the page"
        required
        value={title}
        error={errors[`${path}.title`]}
        onChange={({ target }) => change({ ...section, title: target.value })}
      />
      {fields.map((field, index) => (
        <FieldEditor
          key={field.key}
          field={field}
          earlier={[...earlier, ...fields.slice(0, index)]}
          change={(next) =>
            setFields(fields.map((other, at) => (at === index ? (next as FirmField) : other)))
          }
          move={(by) => setFields(moved(fields, index, index + by))}
          place={{ isFirst: index === 0, isLast: index === fields.length - 1 }}
          remove={() => setFields(fields.filter((_, at) => at !== index))}
          path={`${path}.fields.${index}`}
          errors={errors}
        />
      ))}
      <div className="flex flex-wrap gap-2.5">
        <Button
          icon={<Plus />}
          size="small"
          disabled={fields.length >= 30}
          onClick={() => setFields([...fields, newField()])}
        >
          Add question
        </Button>
        {remove && (
          <Button variant="ghost" icon={<Trash2 />} size="small" onClick={remove}>
            Remove page
          </Button>
        )}
      </div>
    </fieldset>
  )
}
