import type { LetterPreview } from '#contract/letters/letters.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** A letter as on white paper, whatever the colours of the page. */
export const LetterSheet = ({ preview: { title, blocks } }: { preview: LetterPreview }) => (
  <div
    role="region"
    aria-label={`Preview of ${title}`}
    // The keyboard scrolls it.
    tabIndex={0}
    className="max-h-[min(75dvh,52rem)] overflow-y-auto rounded-lg border border-edge bg-[#fff] px-6 py-7 text-[14px] leading-relaxed text-[#161616] sm:px-9"
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

/** What a letter lacks, and where each of it is filled in. */
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
            {sentence} {path && <TextLink to={path}>Go there</TextLink>}
          </li>
        ))}
      </ul>
    </Callout>
  )
