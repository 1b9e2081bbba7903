import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

export interface DescriptionListProps {
  facts: readonly { name: string; value: ReactNode }[]
  /** `sides` puts the value at the end of the line, `stacked` below its name. */
  variant?: 'sides' | 'stacked'
}

/** A list of names and values, such as what was read from a document. */
export const DescriptionList = ({ facts, variant = 'sides' }: DescriptionListProps) => (
  <dl className={classes('grid', variant === 'sides' ? 'gap-1' : 'gap-3 sm:grid-cols-2')}>
    {facts.map(({ name, value }) => (
      <div
        key={name}
        className={classes(
          variant === 'sides' && 'flex items-baseline justify-between gap-4 large-text:block',
        )}
      >
        <dt className="text-sm text-ink-soft">{name}</dt>
        <dd
          className={classes(
            'figures min-w-0 font-semibold wrap-anywhere',
            variant === 'sides' && 'text-right large-text:text-left',
          )}
        >
          {value}
        </dd>
      </div>
    ))}
  </dl>
)
