import type { ReactNode } from 'react'
import { counted } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { ErrorNotice } from '#web/ui/feedback/error-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'

export interface ListRowsProps<R extends { id: string }> {
  thing: string
  page: {
    data: { rows: R[]; hasMore: boolean } | undefined
    /** True while these rows are those shown before, until the ones that were asked for have come. */
    isPlaceholderData: boolean
    error: Error | null
    refetch: () => unknown
  }
  columns: readonly Column<R>[]
  isFiltered: boolean
  /** Shown if the list is empty without any filter. */
  empty: ReactNode
}

/** The rows of one page of a list, or why there are none. */
export const ListRows = <R extends { id: string }>(props: ListRowsProps<R>) => {
  const { thing, page, columns, isFiltered, empty } = props
  if (page.error && !page.data) return <ErrorNotice error={page.error} retry={() => void page.refetch()} />
  if (!page.data) return <SkeletonCard rows={6} />
  if (page.data.rows.length === 0)
    return (
      <Card>
        {isFiltered ? (
          <Empty title={`No ${thing}s found`}>Try adjusting your search or filters.</Empty>
        ) : (
          empty
        )}
      </Card>
    )
  return (
    <Card padded={false}>
      <Table caption={`Your ${thing}s`} columns={columns} rows={page.data.rows} rowKey={({ id }) => id} />
    </Card>
  )
}

interface PagerProps<R extends { id: string }> extends Pick<ListRowsProps<R>, 'thing' | 'page'> {
  /** The last row of each page before this one. */
  before: readonly R['id'][]
  setBefore: (before: R['id'][]) => void
}

/** Says which page of the list this is, and leads to the others. */
export const Pager = <R extends { id: string }>({ thing, page, before, setBefore }: PagerProps<R>) => {
  const { data: { rows, hasMore } = { rows: [], hasMore: false }, isPlaceholderData: isLoading } = page
  const last = rows.at(-1)
  const number = before.length + 1
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="figures text-sm text-ink-soft">
        {isLoading ? `Loading page ${number}…` : `Page ${number}, ${counted(rows.length, thing)}`}
      </p>
      <div className="flex gap-2">
        {before.length > 0 && <Button onClick={() => setBefore(before.slice(0, -1))}>Previous</Button>}
        {hasMore && last && (
          <Button busy={isLoading} onClick={() => setBefore([...before, last.id])}>
            Next
          </Button>
        )}
      </div>
    </div>
  )
}
