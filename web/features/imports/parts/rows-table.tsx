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
  /** The number of all rows, shown or not. */
  total: number
}

/** The first rows of a kind, with their row numbers in the file. */
export const RowsTable = ({ title, words, rows, total }: RowsTableProps) => (
  <section aria-label={title} className="grid gap-3">
    <h2 className="text-section">{title}</h2>
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
    {total > rows.length && (
      <p className="text-sm text-ink-soft">
        The first {rows.length} of {total.toLocaleString('en-GB')}.
      </p>
    )}
  </section>
)
