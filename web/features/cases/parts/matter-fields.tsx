import { CasePriority, caseTypes, priorityNames } from '#contract/cases.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'

type Name = 'title' | 'type' | 'priority' | 'description'

export interface Control {
  name: string
  onChange: (event: { target: unknown; type?: unknown }) => Promise<unknown>
  onBlur: (event: { target: unknown; type?: unknown }) => Promise<unknown>
  ref: (element: Element | null) => void
  error: string | undefined
}

interface MatterFieldsProps {
  /** What a form spreads on each of the fields. */
  field: (name: Name) => Control
  hints?: { title?: string; description?: string }
}

/** What a case is about: asked of a client and of the firm alike. */
export const MatterFields = ({ field, hints = {} }: MatterFieldsProps) => (
  <>
    <TextField label="Title" hint={hints.title} required {...field('title')} />
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Type"
        required
        placeholder="Please choose"
        choices={caseTypes.map((type) => ({ value: type, label: type }))}
        {...field('type')}
      />
      <SelectField
        label="Priority"
        required
        choices={CasePriority.options.map((value) => ({ value, label: priorityNames[value] }))}
        {...field('priority')}
      />
    </div>
    <TextArea label="Description" hint={hints.description} required {...field('description')} />
  </>
)
