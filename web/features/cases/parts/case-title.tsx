import type { Case } from '#contract/cases.ts'
import { dateText } from '#web/platform/clock.ts'

/** What a case is called, and since when and by which reference. */
export const CaseTitle = ({ one }: { one: Pick<Case, 'title' | 'reference' | 'type' | 'createdAt'> }) => (
  <>
    <h2 className="text-section leading-snug wrap-anywhere">{one.title}</h2>
    <p className="figures text-sm wrap-anywhere text-ink-soft">
      {one.reference} · {one.type} ·{' '}
      <span className="whitespace-nowrap">Created {dateText(one.createdAt)}</span>
    </p>
  </>
)
