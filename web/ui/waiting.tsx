import { QueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Boundary, Fault } from './boundary.tsx'
import { Page } from './page.tsx'
import { Reveal } from './reveal.tsx'

export interface WaitingProps {
  skeleton: ReactNode
  /** What failed, above the reason: "Failed to fetch cases". */
  failure?: string
  /** The title of the page that all of this is: its heading stands above a fault too. */
  page?: string
  children: ReactNode
}

/** Shows a skeleton until its children have their data, and a way to try again when they cannot have it. */
export const Waiting = ({ skeleton, failure, page, children }: WaitingProps) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <Boundary
        onRetry={reset}
        fallback={(error, retry) => (
          <Titled page={page}>
            <Fault error={error} retry={retry} failure={failure} />
          </Titled>
        )}
      >
        <Reveal standIn={skeleton}>{children}</Reveal>
      </Boundary>
    )}
  </QueryErrorResetBoundary>
)

const Titled = ({ page, children }: Pick<WaitingProps, 'page' | 'children'>) =>
  page === undefined ? children : <Page title={page}>{children}</Page>
