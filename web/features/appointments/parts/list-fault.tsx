import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Problem } from '#contract/problem.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ReachUs } from '#web/ui/reach-us.tsx'

/** A skeleton until the appointments are there, and the words of the error catalogue when they cannot be had. */
export const ListFault = ({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <Boundary onRetry={reset} fallback={(error, retry) => <Fault error={error} retry={retry} />}>
        <Suspense fallback={skeleton}>{children}</Suspense>
      </Boundary>
    )}
  </QueryErrorResetBoundary>
)

const Fault = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <Callout
    tone="stop"
    announce="alert"
    title="Failed to fetch appointments"
    actions={<Button onClick={retry}>Try again</Button>}
  >
    <p>{error instanceof Problem ? error.message : 'This part of the page could not be shown.'}</p>
    <ReachUs />
  </Callout>
)
