import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Boundary } from './boundary.tsx'

/** Shows a skeleton until its children have their data, and a way to try again when they cannot have it. */
export const Waiting = ({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <Boundary onRetry={reset}>
        <Suspense fallback={skeleton}>{children}</Suspense>
      </Boundary>
    )}
  </QueryErrorResetBoundary>
)
