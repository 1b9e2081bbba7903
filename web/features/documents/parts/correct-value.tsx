import { PencilLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type ClientDocument,
  correctableFields,
  documents,
  isDayField,
  type ReadField,
} from '#contract/documents/documents.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRefreshDocuments } from '../hooks.ts'
import { correctionSaved, fieldWords } from '../words.ts'

/** The way to say that a value was misread; nothing where nothing can be corrected any more. */
export const CorrectValue = ({ document }: { document: ClientDocument }) => {
  const [isOpen, setOpen] = useState(false)
  const place = useFocusOnTurn(isOpen)
  const fields = correctableFields(document)
  const [first] = fields
  if (first === undefined) return null
  return (
    <div ref={place}>
      {isOpen ? (
        <Correction document={document} fields={fields} first={first} close={() => setOpen(false)} />
      ) : (
        <Button variant="link" size="small" icon={<PencilLine />} onClick={() => setOpen(true)}>
          Correct a misread value
        </Button>
      )}
    </div>
  )
}

/** What was pressed is gone: the keyboard goes on with what took its place. */
function useFocusOnTurn(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    place.current?.querySelector<HTMLElement>('select, button')?.focus()
  }, [isOpen])
  return place
}

interface CorrectionProps {
  document: ClientDocument
  fields: ReadField[]
  first: ReadField
  close: () => void
}

const Correction = ({ document, fields, first, close }: CorrectionProps) => {
  const [field, setField] = useState(first)
  return (
    <div className="grid gap-4 rounded-xl border border-line bg-sunken p-4">
      <SelectField
        label="Which value was misread?"
        value={field}
        choices={fields.map((value) => ({ value, label: fieldWords[value] }))}
        onChange={({ target }) => setField(target.value as ReadField)}
      />
      <ValueForm key={field} document={document} field={field} close={close} />
    </div>
  )
}

const ValueForm = ({
  document,
  field,
  close,
}: Pick<CorrectionProps, 'document' | 'close'> & { field: ReadField }) => {
  const refresh = useRefreshDocuments()
  const form = useCommandForm(documents.correct, {
    start: { id: document.id, field, value: valueOf(document, field) },
    done: async () => {
      await refresh()
      toast(correctionSaved)
      close()
    },
  })
  const label = `${fieldWords[field]}, as the document says`
  return (
    <form {...form.props} className="grid gap-4">
      <FormFault>{form.fault}</FormFault>
      {isDayField(field) ? (
        <DateField label={label} required {...form.control('value')} />
      ) : (
        <TextField label={label} required autoComplete="off" {...form.field('value')} />
      )}
      <p className="text-sm text-ink-soft">
        We'll keep what we read and what you say. The result above won't change.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save correction
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  )
}

const valueOf = ({ corrections, validation }: ClientDocument, field: ReadField) =>
  corrections.find((correction) => correction.field === field)?.value ?? validation?.metadata[field] ?? ''
