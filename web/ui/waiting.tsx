import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Boundary } from './boundary.tsx'

export interface WaitingProps {
  skeleton: ReactNode
  /** What failed, above the reason: "Failed to fetch cases". */
  failure?: string
  children: ReactNode
}

/** Shows a skeleton until its children have their data, and a way to try again when they cannot have it. */
export const Waiting = ({ skeleton, failure, children }: WaitingProps) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <Boundary onRetry={reset} failure={failure}>
        <Suspense fallback={skeleton}>{children}</Suspense>
      </Boundary>
    )}
  </QueryErrorResetBoundary>
)
