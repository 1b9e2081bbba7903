import { useState } from 'react'
import type { Input } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import type { LetterPreview, letters } from '#contract/letters/letters.ts'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { useCases, useTrial } from '../hooks.ts'

/** Shows a letter on white paper, whatever the colour scheme. */
export const LetterSheet = ({ preview: { title, blocks } }: { preview: LetterPreview }) => (
  <div
    role="region"
    aria-label={`Preview of ${title}`}
    // Focusable, so that the keyboard can scroll it.
    tabIndex={0}
    className="max-h-[min(75dvh,52rem)] overflow-y-auto rounded-lg border border-edge bg-[#fff] px-6 py-7 text-[0.875rem] leading-relaxed text-[#161616] sm:px-9"
  >
    <p className="serif mb-4 text-2xl wrap-anywhere">{title}</p>
    {blocks.map(({ kind, text }, at) => {
      const key = `${at} ${kind}`
      if (kind === 'heading')
        return (
          <p key={key} className="serif mt-5 mb-1.5 text-lg wrap-anywhere">
            {text}
          </p>
        )
      return (
        <p key={key} className="mt-2.5 wrap-anywhere whitespace-pre-line">
          {kind === 'point' && '•  '}
          {text}
        </p>
      )
    })}
  </div>
)

/**
 * The details that a letter lacks, with links to where each can be filled in. They open a new tab, because what was
 * typed into the letter would be lost.
 */
export const MissingFields = ({ missing }: Pick<LetterPreview, 'missing'>) =>
  missing.length > 0 && (
    <Callout
      tone="warn"
      title={missing.length === 1 ? 'Something is missing' : `${missing.length} things are missing`}
      announce="status"
    >
      <ul className="grid gap-1">
        {missing.map(({ field, sentence, path }) => (
          <li key={field} className="wrap-anywhere">
            {sentence}{' '}
            {path && (
              <OutsideLink href={path}>
                {path.startsWith(pages.firmMessages) ? 'Write to them' : 'Go there'}
              </OutsideLink>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )

type Text = Omit<Input<typeof letters.tryTemplate>, 'matterId'>

/** Previews a template that is being edited, with sample data or the data of a case. */
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
