import { useState } from 'react'
import type { Input } from '#contract/kit/endpoint.ts'
import type { letters } from '#contract/letters/letters.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { useCases, useTrial } from '../hooks.ts'
import { LetterSheet, MissingFields } from './letter-sheet.tsx'

type Text = Omit<Input<typeof letters.tryTemplate>, 'matterId'>

/** What is being written, filled in with samples or with the data of a case. */
export const Trial = ({ text }: { text: Text }) => (
  <div className="pt-4">
    <AsyncBoundary skeleton={<Skeleton className="h-96 w-full" />}>
      <Filled text={text} />
    </AsyncBoundary>
  </div>
)

const Filled = ({ text }: { text: Text }) => {
  const cases = useCases()
  const [chosen, choose] = useState('')
  const matter = cases.find(({ id }) => id === chosen)
  const { data: preview, error } = useTrial({ ...text, matterId: matter?.id ?? null })
  return (
    <div className="grid gap-4">
      <SelectField
        label="Filled in with"
        choices={[
          { value: '', label: 'Sample data' },
          ...cases.map(({ id, title, reference }) => ({
            value: id as string,
            label: `${reference} · ${title}`,
          })),
        ]}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
      />
      {error ? (
        <Callout tone="stop" title="This can’t be previewed yet" announce="status">
          {Object.values(error.fields)[0] ?? error.message}
        </Callout>
      ) : (
        preview && (
          <>
            <MissingFields missing={preview.missing} />
            <LetterSheet preview={preview} />
          </>
        )
      )}
    </div>
  )
}
