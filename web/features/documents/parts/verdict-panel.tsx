import { PencilLine } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type ClientDocument,
  correctableFields,
  documents,
  isDayField,
  ReadField,
} from '#contract/documents/documents.ts'
import type { Total } from '#contract/documents/validation.ts'
import { type ClientVerdict, type VerdictKind, verdictFor } from '#contract/documents/verdict.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { Tone } from '#web/ui/tone.ts'
import { correctionSaved, fieldWords, readText, totalText } from '../copy.ts'
import { useRefreshDocuments } from '../hooks.ts'
import { CheckList, Fold } from './check-list.tsx'

/** The verdict in one sentence with at most three lines. All values and checks are folded below. */
export const VerdictPanel = ({ document }: { document: ClientDocument }) => {
  const verdict = verdictFor(document)
  const { title, words } = headed(document, verdict)
  return (
    <div className="grid gap-2">
      <VerdictCallout verdict={verdict} title={title}>
        {words}
      </VerdictCallout>
      <VerdictDetails document={document} />
    </div>
  )
}

/** Green is only for a document that is the client's own and in order. */
export const toneOf: Record<VerdictKind, Tone> = {
  reading: 'info',
  clear: 'ok',
  received: 'info',
  doubtful: 'info',
  not_yours: 'warn',
  wrong_kind: 'warn',
  too_old: 'warn',
  expired: 'warn',
  unreadable: 'warn',
}

interface VerdictCalloutProps {
  verdict: ClientVerdict
  title: string
  /** Content between the title and the lines. */
  children?: ReactNode
}

export const VerdictCallout = ({ verdict: { kind, lines }, title, children }: VerdictCalloutProps) => (
  <Callout tone={toneOf[kind]} title={title} announce="status">
    {(children || lines.length > 0) && (
      <div className="grid gap-1 wrap-anywhere">
        {children && <p className="whitespace-pre-line">{children}</p>}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    )}
  </Callout>
)

// A rejection's reason may be long, and a received picture isn't judged, so their titles are the labels.
const headed = ({ status }: ClientDocument, { kind, label, sentence }: ClientVerdict) =>
  status === 'rejected' || kind === 'received'
    ? { title: label, words: sentence }
    : { title: sentence, words: null }

/** The values that were read, and the rules that were applied to them. */
export const VerdictDetails = ({ document }: { document: ClientDocument }) => (
  <div className="divide-y divide-line empty:hidden">
    <ReadValues document={document} />
    <CheckList checks={document.validation?.checks ?? []} isSettled={document.status === 'verified'} />
  </div>
)

/** The values read from a document, beside what the client told us. */
const ReadValues = ({ document }: { document: ClientDocument }) => {
  const { validation } = document
  if (validation === null) return null
  const fields = ReadField.options.filter((field) => validation.metadata[field] !== null)
  const { total } = validation.metadata
  if (fields.length === 0 && total === null) return null
  return (
    <Fold title="See what we read">
      <section aria-label="What we read" className="grid gap-2 pb-3">
        <dl className="grid gap-x-6 border-t border-line sm:grid-cols-2">
          {fields.map((field) => (
            <Value key={field} field={field} document={document} read={validation.metadata[field] ?? ''} />
          ))}
          {total && <TotalValue total={total} />}
        </dl>
        {fields.length > 0 && <CorrectValue document={document} />}
      </section>
    </Fold>
  )
}

export const TotalValue = ({ total }: { total: Total }) => (
  <div className="min-w-0 border-b border-line py-2">
    <dt className="text-sm text-ink-soft">Total</dt>
    <dd className="figures font-semibold">{totalText(total)}</dd>
  </div>
)

interface ValueProps {
  field: ReadField
  read: string
  document: ClientDocument
}

const Value = ({ field, read, document }: ValueProps) => {
  const corrected = document.corrections.find((correction) => correction.field === field)
  return (
    <div className="min-w-0 border-b border-line py-2">
      <dt className="text-sm text-ink-soft">{fieldWords[field]}</dt>
      <dd className="figures font-semibold [overflow-wrap:anywhere]">
        {readText(field, corrected?.value ?? read)}
        {corrected && (
          <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-normal text-ink-soft">
            <Badge tone="info" plain>
              Your correction
            </Badge>
            <span>{`We read: ${readText(field, read)}`}</span>
          </span>
        )}
      </dd>
    </div>
  )
}

/** Lets the client correct a misread value. Renders nothing if no value can be corrected. */
const CorrectValue = ({ document }: { document: ClientDocument }) => {
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

/** The element that was pressed is gone, so the keyboard continues at its replacement. */
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
