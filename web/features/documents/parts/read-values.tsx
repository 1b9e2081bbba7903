import { type ClientDocument, ReadField } from '#contract/documents/documents.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { fieldWords, readText } from '../words.ts'
import { CorrectValue } from './correct-value.tsx'
import { Fold } from './fold.tsx'

/** What was read from a document, beside what the client says it should be. */
export const ReadValues = ({ document }: { document: ClientDocument }) => {
  const { validation } = document
  if (validation === null) return null
  const fields = ReadField.options.filter((field) => validation.metadata[field] !== null)
  if (fields.length === 0) return null
  return (
    <Fold title="See what we read" isFolded>
      <section aria-label="What we read" className="grid gap-2 pb-3">
        <dl className="grid gap-x-6 border-t border-line sm:grid-cols-2">
          {fields.map((field) => (
            <Value key={field} field={field} document={document} read={validation.metadata[field] ?? ''} />
          ))}
        </dl>
        <CorrectValue document={document} />
      </section>
    </Fold>
  )
}

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
