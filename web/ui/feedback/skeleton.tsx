import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

/** A grey placeholder. Give it the size of the coming content by class names. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div
    aria-hidden
    className={classes('max-w-full animate-pulse rounded-md bg-line/70', className ?? 'h-4 w-full')}
  />
)

/** Wraps skeletons, and tells screen readers once that something is loading. */
export const SkeletonGroup = ({ words = 'Loading', children }: { words?: string; children: ReactNode }) => (
  <div role="status" aria-busy="true" className="grid gap-4">
    <span className="sr-only">{words}</span>
    {children}
  </div>
)

/** A placeholder card with a few lines, like most lists. */
export const SkeletonCard = ({ rows = 3 }: { rows?: number }) => (
  <div className="grid gap-4 rounded-xl border border-line bg-surface p-5">
    <Skeleton className="h-6 w-48" />
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} className={row % 2 ? 'h-4 w-2/3' : 'h-4 w-full'} />
    ))}
  </div>
)
