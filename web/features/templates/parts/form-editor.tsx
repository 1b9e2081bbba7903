import { Plus, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { type FirmField, type FirmForm, type FormSection, fieldsOf } from '#contract/forms/firm-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { moved, newField } from '../draft.ts'
import { FieldEditor } from './field-editor.tsx'
import { insertedAt, removedWords, useRemovals } from './removals.tsx'

interface FormEditorProps {
  form: FirmForm
  change: (form: FirmForm) => void
  /** Errors by path within the step, such as `form.sections.0.title`. */
  errors: Record<string, string>
}

/** Edits the pages of a form and their questions. */
export const FormEditor = ({ form, change, errors }: FormEditorProps) => {
  const { sections } = form
  const { editor, noteAt, setSection, removeField, removeSection, moveAcross } = usePages({ form, change })
  return (
    <section aria-label="Questions" className="border-t border-line pt-5">
      <div ref={editor} className="grid gap-5">
        <h3 className="text-section">Questions</h3>
        {sections.map((section, page) => (
          // A page has no id, so its position identifies it.
          <Fragment key={page}>
            {noteAt(page)}
            <SectionEditor
              section={section}
              earlier={fieldsOf({ sections: sections.slice(0, page) })}
              number={page + 1}
              isLast={page === sections.length - 1}
              change={(next) => setSection(page, next)}
              moveAcross={(field, by) => moveAcross(page, field, by)}
              removeField={(field, index) => removeField(page, field, index)}
              noteAt={(index) => noteAt(page, index, section.fields.length)}
              remove={sections.length > 1 ? () => removeSection(page, section) : undefined}
              path={`form.sections.${page}`}
              errors={errors}
            />
          </Fragment>
        ))}
        {noteAt(sections.length)}
        <FormFault>{errors['form.sections']}</FormFault>
        <Button
          icon={<Plus />}
          disabled={sections.length >= 8}
          onClick={() => change({ sections: [...sections, { title: '', fields: [] }] })}
          className="justify-self-start"
        >
          Add page
        </Button>
      </div>
    </section>
  )
}

/** The commands of a form's pages. What was removed can be put back. */
function usePages({ form, change }: Pick<FormEditorProps, 'form' | 'change'>) {
  const { sections } = form
  const { editor, removed, goTo, noteAt } = useRemovals(form, change)
  const withFields = (page: number, edit: (fields: FirmField[]) => FirmField[]) => (of: FirmForm) => ({
    sections: of.sections.map((other, at) =>
      at === page ? { ...other, fields: edit(other.fields) } : other,
    ),
  })
  const setSection = (page: number, section: FormSection) =>
    change({ sections: sections.map((other, at) => (at === page ? section : other)) })
  const removeField = (page: number, field: FirmField, index: number) => {
    change(withFields(page, (fields) => fields.filter(({ key }) => key !== field.key))(form))
    removed({
      words: removedWords(field),
      page,
      index,
      putBack: (rest) => withFields(page, (fields) => insertedAt(fields, index, field))(rest),
      key: field.key,
    })
  }
  const removeSection = (page: number, section: FormSection) => {
    change({ sections: sections.filter((_, at) => at !== page) })
    removed({
      words: removedPageWords(section, page + 1),
      page,
      index: null,
      putBack: (rest) => ({ sections: insertedAt(rest.sections, page, section) }),
    })
  }
  /** Moves a question to the end of the page before, or to the start of the next one. */
  const moveAcross = (page: number, field: FirmField, by: 1 | -1) => {
    const left = withFields(page, (fields) => fields.filter(({ key }) => key !== field.key))(form)
    change(withFields(page + by, (fields) => (by === 1 ? [field, ...fields] : [...fields, field]))(left))
    goTo(field.key)
  }
  return { editor, noteAt, setSection, removeField, removeSection, moveAcross }
}

const removedPageWords = ({ title, fields }: FormSection, number: number) => {
  const page = title.trim() ? `Page “${title.trim()}”` : `Page ${number}`
  if (fields.length === 0) return `${page} was removed.`
  const questions = fields.length === 1 ? 'question' : `${fields.length} questions`
  return `${page} and its ${questions} were removed.`
}

interface SectionEditorProps {
  section: FormSection
  /** The questions of the pages before this one. */
  earlier: readonly FirmField[]
  number: number
  isLast: boolean
  change: (section: FormSection) => void
  moveAcross: (field: FirmField, by: 1 | -1) => void
  removeField: (field: FirmField, index: number) => void
  /** What says that a question was removed from this place. */
  noteAt: (index: number) => ReactNode
  remove: (() => void) | undefined
  path: string
  errors: Record<string, string>
}

const SectionEditor = (props: SectionEditorProps) => {
  const { section, earlier, number, isLast, change, moveAcross, removeField, noteAt, remove, path } = props
  const { errors } = props
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
        <Fragment key={field.key}>
          {noteAt(index)}
          <FieldEditor
            field={field}
            earlier={[...earlier, ...fields.slice(0, index)]}
            change={(next) =>
              setFields(fields.map((other, at) => (at === index ? (next as FirmField) : other)))
            }
            move={(by) =>
              fields[index + by] ? setFields(moved(fields, index, index + by)) : moveAcross(field, by)
            }
            place={{
              isFirst: number === 1 && index === 0,
              isLast: isLast && index === fields.length - 1,
            }}
            remove={() => removeField(field, index)}
            path={`${path}.fields.${index}`}
            errors={errors}
          />
        </Fragment>
      ))}
      {noteAt(fields.length)}
      <FormFault>{errors[`${path}.fields`]}</FormFault>
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
