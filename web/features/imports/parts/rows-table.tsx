import type { ReactNode } from 'react'
import { type ImportFile, shownRows } from '#contract/imports/imports.ts'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { Card } from '#web/ui/layout/card.tsx'

/** A list of figures, not abbreviated. */
export const Figures = ({ figures }: { figures: { name: string; value: number }[] }) => (
  <div className="sm:max-w-96">
    <DescriptionList
      facts={figures.map(({ name, value }) => ({ name, value: value.toLocaleString('en-GB') }))}
    />
  </div>
)

interface RowsTableProps {
  title: string
  /** The heading of what is said about each row. */
  words: string
  rows: readonly { row: number; words: string }[]
  /** The number of all rows, shown or not. Undefined if it isn't known. */
  total: number | undefined
  /** Below the title. */
  children?: ReactNode
}

/** The first rows of a kind, with their row numbers in the file. */
export const RowsTable = ({ title, words, rows, total, children }: RowsTableProps) => (
  <section aria-label={title} className="grid gap-3">
    <h2 className="text-section">{title}</h2>
    {children && <p className="text-sm text-ink-soft">{children}</p>}
    <Card padded={false}>
      <Table
        caption={title}
        columns={[
          { header: 'Row', cell: ({ row }) => <span className="figures">{row}</span> },
          { header: words, cell: (row) => <span className="wrap-anywhere">{row.words}</span> },
        ]}
        rows={rows}
        rowKey={({ row }) => String(row)}
      />
    </Card>
    {total !== undefined && total > rows.length && (
      <p className="text-sm text-ink-soft">
        The first {rows.length} of {total.toLocaleString('en-GB')}.
      </p>
    )}
  </section>
)

/** Rows that are already here and differ from what the portal holds. */
export const ChangedRows = ({ file: { changed } }: { file: Pick<ImportFile, 'changed'> }) =>
  changed.length > 0 && (
    <RowsTable title="Already here, but different" words="Difference" rows={changed} total={undefined}>
      Nothing here is overwritten. To take something over from the file, change it on the client’s page or the
      case’s.
      {changed.length === shownRows && ` Only the first ${shownRows} such rows are listed.`}
    </RowsTable>
  )
