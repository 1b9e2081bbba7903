import { useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import {
  kindNames,
  LetterKind,
  type LetterTemplate,
  letterTemplates,
  TemplateQuestion,
  type TemplateText,
} from '#contract/letter-templates/letter-templates.ts'
import { fieldOfQuestion, mergeFields } from '#contract/letter-templates/merge-text.ts'
import { type ControlProps, type FieldProps, useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { DiscardQuestion, useDiscardQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, FormFooter, type FormFooterProps } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { templateAnswers } from '../hooks.ts'
import { Trial } from './letter-sheet.tsx'

interface TemplateDialogProps {
  /** Null for a new template. */
  template: LetterTemplate | null
  close: () => void
}

/** Edits a template, with a preview for a case before it is published. */
export const TemplateDialog = ({ template, close }: TemplateDialogProps) =>
  template ? <NextVersion template={template} close={close} /> : <NewTemplate close={close} />

interface FormDialogProps extends Pick<TemplateDialogProps, 'close'> {
  title: string
  form: FormFooterProps['form'] & { props: ComponentProps<'form'>; formState: { isDirty: boolean } }
  children: ReactNode
}

/** The dialog around a form. However it is left, it asks before what was typed is lost. */
const FormDialog = ({ title, form, close, children }: FormDialogProps) => {
  const { isDirty } = form.formState
  const { cancel, question } = useDiscardQuestion(isDirty, close)
  useUnloadQuestion(isDirty)
  return (
    <Dialog
      open
      size="large"
      onOpenChange={cancel}
      title={title}
      description="Nothing changes for anyone until you publish."
    >
      <form {...form.props} className="grid gap-5">
        {children}
        <FormFooter form={form} cancel={cancel}>
          Publish
        </FormFooter>
      </form>
      <DiscardQuestion
        {...question}
        title="Discard what you wrote?"
        description="It will be lost. Nothing is published."
      />
    </Dialog>
  )
}

const useDone = (close: () => void) => {
  const cache = useQueryClient()
  return async ({ name, version }: LetterTemplate) => {
    toast({ title: 'Published', description: `${name}, version ${version}`, variant: 'success' })
    close()
    await refresh(cache, templateAnswers)
  }
}

const NewTemplate = ({ close }: Pick<TemplateDialogProps, 'close'>) => {
  const form = useCommandForm(letterTemplates.add, {
    start: { name: '', kind: 'letter', text: starter, questions: [] },
    done: useDone(close),
  })
  return (
    <FormDialog title="New template" form={form} close={close}>
      <TextFields form={form} />
    </FormDialog>
  )
}

const starter = 'Dear {{client.name}}\n\n\n\nYours sincerely\n\n{{matter.fee_earner}}\n{{firm.name}}'

const NextVersion = ({ template, close }: TemplateDialogProps & { template: LetterTemplate }) => {
  const { key, version, name, kind, text, questions } = template
  const form = useCommandForm(letterTemplates.publish, {
    start: { key, basedOn: version, note: '', name, kind, text, questions },
    done: useDone(close),
  })
  return (
    <FormDialog title={`Edit ${name}`} form={form} close={close}>
      <TextFields form={form} />
      <TextField
        label="What has changed"
        hint="For your colleagues; clients don’t see it"
        required
        {...form.field('note')}
      />
    </FormDialog>
  )
}

interface TextForm {
  watch: () => TemplateText
  getValues: () => TemplateText
  setValue: (name: 'text', value: string, options: { shouldDirty: true }) => void
  field: (name: 'name' | 'kind' | 'text') => FieldProps
  control: {
    (name: 'questions'): ControlProps<TemplateQuestion[]>
    (name: `questions.${number}.${'key' | 'label'}`): { error: string | undefined }
  }
}

/** The fields of both forms, for a new template and for an existing one. */
const TextFields = ({ form }: { form: TextForm }) => {
  const { name, kind, text, questions } = form.watch()
  const sound = questions.filter((question) => TemplateQuestion.safeParse(question).success)
  const tabs = [
    { value: 'text', label: 'Text', content: <TextTab form={form} /> },
    {
      value: 'preview',
      label: 'Preview',
      content: (
        <Trial text={{ name: name || 'New template', kind, text, questions: sound as TemplateQuestion[] }} />
      ),
    },
  ]
  return <Tabs label="Template" tabs={tabs} />
}

const TextTab = ({ form }: { form: TextForm }) => {
  const area = useRef<HTMLTextAreaElement | null>(null)
  const { ref, ...field } = form.field('text')
  const { questions } = form.watch()
  const insert = (words: string) => {
    const element = area.current
    const { text } = form.getValues()
    const at = element?.selectionEnd ?? text.length
    form.setValue('text', text.slice(0, at) + words + text.slice(at), { shouldDirty: true })
    element?.focus()
    element?.setSelectionRange(at + words.length, at + words.length)
  }
  return (
    <div className="grid gap-5 pt-4">
      <TextField label="Name" required {...form.field('name')} />
      <RadioGroup
        label="Kind"
        choices={LetterKind.options.map((value) => ({
          value,
          label: kindNames[value],
          hint: kindHints[value],
        }))}
        {...form.field('kind')}
      />
      <SelectField
        label="Insert"
        hint="It’s put where the cursor is in the text"
        choices={[{ value: '', label: 'Choose a field or a condition' }, ...insertable(questions)]}
        value=""
        onChange={({ target }) => target.value && insert(target.value)}
      />
      <TextArea
        label="Text"
        hint="An empty line starts a new paragraph, “## ” a heading and “- ” a bullet point. Words between “{{if …}}” and “{{end}}” only appear where that field has a value."
        rows={16}
        required
        ref={(element: HTMLTextAreaElement | null) => {
          area.current = element
          ref(element)
        }}
        {...field}
      />
      <Questions form={form} />
    </div>
  )
}

const kindHints: Record<LetterKind, string> = {
  letter: 'Sent to be signed or to be read',
  deed: 'Always signed, before a witness',
}

const insertable = (questions: readonly Partial<TemplateQuestion>[]) => [
  ...Object.entries(mergeFields).map(([field, { label }]) => ({ value: `{{${field}}}`, label })),
  ...questions.flatMap(({ key, label }) =>
    key ? [{ value: `{{${fieldOfQuestion(key)}}}`, label: `Answer: ${label || key}` }] : [],
  ),
  { value: '{{if party.lender}}\n\n{{end}}', label: 'Only if there is a lender' },
  { value: '{{if party.giver_of_funds}}\n\n{{end}}', label: 'Only if there is a giver of funds' },
  { value: '{{if not party.lender}}\n\n{{end}}', label: 'Only if there is no lender' },
]

/** The questions that the template asks the author of a letter. */
const Questions = ({ form }: { form: TextForm }) => {
  const { value: questions, onChange } = form.control('questions')
  const change = (at: number, part: Partial<TemplateQuestion>) =>
    onChange(questions.map((question, index) => (index === at ? { ...question, ...part } : question)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-[0.875rem] font-semibold">Questions to whoever writes the letter</legend>
      {questions.map(({ key, label }, at) => (
        // The questions have no IDs, so the index is the key.
        <div
          key={`${at}-${questions.length}`}
          className="grid items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
        >
          <TextField
            label={`Short name ${at + 1}`}
            name={`questions.${at}.key`}
            value={key}
            {...faultOf(form.control(`questions.${at}.key`).error)}
            onChange={({ target }) => change(at, { key: target.value })}
          />
          <TextField
            label={`Question ${at + 1}`}
            name={`questions.${at}.label`}
            value={label}
            {...faultOf(form.control(`questions.${at}.label`).error)}
            onChange={({ target }) => change(at, { label: target.value })}
          />
          <span className="sm:pt-7">
            <IconButton
              label={`Remove question ${at + 1}`}
              icon={<Trash2 />}
              onClick={() => onChange(questions.filter((_, index) => index !== at))}
            />
          </span>
        </div>
      ))}
      <div>
        <Button size="small" icon={<Plus />} onClick={() => onChange([...questions, { key: '', label: '' }])}>
          Add question
        </Button>
      </div>
    </fieldset>
  )
}

const faultOf = (error: string | undefined) => (error === undefined ? {} : { error })
