import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useHighlight } from './deep-link-target.tsx'

export interface Column<R> {
  header: string
  /** Null if this row has no value: a dash in a wide table, and left out of a stacked row. */
  cell: (row: R) => ReactNode
  /** The column that names the row. When stacked, it is the row's heading, without the column's header. */
  isTitle?: boolean
  /** The column of checkboxes that select a row. When stacked, the box is in the row's corner. It is not printed. */
  isBox?: boolean
  /** `end` is for money and numbers, in tabular figures. */
  align?: 'start' | 'end'
  /** The header is read out, but not drawn: for a column of buttons. */
  hideHeader?: boolean
}

export interface TableProps<R> {
  /** Says what the table holds. Read out before it. */
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** The key of the row that a link leads to. */
  target?: string | undefined
}

/** A table if there is room. Otherwise each row becomes a small list of "header: value". */
export const Table = <R,>({ caption, columns, rows, rowKey, target }: TableProps<R>) => (
  <div className={columns.length > 3 ? '@container/many-columns' : '@container/few-columns'}>
    <table className="w-full border-collapse text-left stacked:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="stacked:sr-only">
        <tr>
          {columns.map(({ header, align, hideHeader, isBox }) => (
            <th
              key={header}
              scope="col"
              data-print={isBox && 'hide'}
              className={classes(headClass, align === 'end' && 'text-right')}
            >
              <span className={classes(hideHeader && 'sr-only')}>{header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="stacked:block">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} isTarget={rowKey(row) === target}>
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} />
            ))}
          </TableRow>
        ))}
      </tbody>
    </table>
  </div>
)

const Cell = <R,>({ column, row }: { column: Column<R>; row: R }) => {
  const { header, cell, align, hideHeader, isTitle, isBox } = column
  const content = cell(row)
  const hasLabel = !hideHeader && !isTitle
  return (
    <td
      data-print={isBox && 'hide'}
      className={classes(
        cellClass,
        align === 'end' && 'figures text-right',
        content === null && 'stacked:hidden',
        isTitle ? 'stacked:block stacked:pr-10 stacked:pb-2' : 'stacked:text-right',
        isBox && 'stacked:absolute stacked:top-2.5 stacked:right-4.5',
      )}
    >
      {hasLabel && (
        <span aria-hidden className="hidden flex-none text-sm text-ink-soft stacked:inline">
          {header}
        </span>
      )}
      {content ?? '–'}
    </td>
  )
}

const TableRow = ({ isTarget, children }: { isTarget: boolean; children: ReactNode }) => (
  <tr
    {...useHighlight<HTMLTableRowElement>(isTarget)}
    className={classes(
      'border-t border-line stacked:relative stacked:block stacked:px-4.5 stacked:py-3',
      isTarget && 'bg-brand-tint outline-none',
    )}
  >
    {children}
  </tr>
)

const headClass = 'px-4.5 py-2.5 text-sm font-semibold whitespace-nowrap text-ink-soft'
const cellClass =
  'px-4.5 py-3 stacked:flex stacked:items-baseline stacked:justify-between stacked:gap-4 stacked:px-0 stacked:py-1 ' +
  'stacked:wrap-anywhere large-text:block'
