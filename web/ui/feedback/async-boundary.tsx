import { QueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../layout/page.tsx'
import { Boundary, ErrorNotice, type ListOfPage } from './error-boundary.tsx'
import { UnthrottledSuspense } from './unthrottled-suspense.tsx'

export interface AsyncBoundaryProps {
  skeleton: ReactNode
  /** What failed, above the reason: "Failed to fetch cases". */
  failure?: string
  /** The title of the page, if this is the whole page. Its heading is shown above an error too. */
  page?: string
  list?: ListOfPage
  children: ReactNode
}

/** Shows a skeleton until its children have their data, and an error with a way to try again if they cannot get it. */
export const AsyncBoundary = ({ skeleton, failure, page, list, children }: AsyncBoundaryProps) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <Boundary
        onRetry={reset}
        fallback={(error, retry) => (
          <Titled page={page}>
            <ErrorNotice error={error} retry={retry} failure={failure} list={list} />
          </Titled>
        )}
      >
        <UnthrottledSuspense standIn={skeleton}>{children}</UnthrottledSuspense>
      </Boundary>
    )}
  </QueryErrorResetBoundary>
)

const Titled = ({ page, children }: Pick<AsyncBoundaryProps, 'page' | 'children'>) =>
  page === undefined ? children : <Page title={page}>{children}</Page>
