import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'

export interface CardProps extends ComponentProps<'div'> {
  /** Padding inside. Set it to false for lists and tables that reach the edge. */
  padded?: boolean
  tone?: 'plain' | 'brass' | 'deep'
}

const tones = {
  plain: 'border-line bg-surface shadow-1',
  brass: 'border-[color-mix(in_oklch,var(--brass)_45%,transparent)] bg-brass-tint',
  deep: 'border-transparent bg-brand-deep text-on-deep',
}

/** Flat, one line around it, almost no shadow. */
export const Card = ({ padded = true, tone = 'plain', className, ...rest }: CardProps) => (
  <div
    {...rest}
    className={classes('overflow-clip rounded-xl border', tones[tone], padded && 'p-5', className)}
  />
)

/** Title of a card, with something at its end. */
export const CardTitle = ({
  children,
  aside,
  lead,
}: {
  children: ReactNode
  aside?: ReactNode
  lead?: ReactNode
}) => (
  <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
    <div className="grid gap-1">
      <h2 className="text-section">{children}</h2>
      {lead && <p className="text-sm text-ink-soft">{lead}</p>}
    </div>
    {aside}
  </div>
)
