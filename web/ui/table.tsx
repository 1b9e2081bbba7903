import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface Column<R> {
  header: string
  cell: (row: R) => ReactNode
  /** Money and numbers stand at the end, in tabular figures. */
  align?: 'start' | 'end'
  /** The header is read out, but not drawn: for a column of buttons. */
  hideHeader?: boolean
}

export interface TableProps<R> {
  /** What the table holds, read out before it. */
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
}

/** A table on wide screens; on phones each row becomes a small list of "header: value". */
export const Table = <R,>({ caption, columns, rows, rowKey }: TableProps<R>) => (
  <table className="w-full border-collapse text-left max-sm:block">
    <caption className="sr-only">{caption}</caption>
    <thead className="max-sm:sr-only">
      <tr>
        {columns.map(({ header, align, hideHeader }) => (
          <th
            key={header}
            scope="col"
            className={classes(
              'px-4.5 py-2.5 text-sm font-semibold whitespace-nowrap text-ink-soft',
              align === 'end' && 'text-right',
            )}
          >
            <span className={classes(hideHeader && 'sr-only')}>{header}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-sm:block">
      {rows.map((row) => (
        <tr key={rowKey(row)} className="border-t border-line max-sm:block max-sm:px-4.5 max-sm:py-3">
          {columns.map(({ header, cell, align, hideHeader }) => (
            <td
              key={header}
              className={classes(
                'px-4.5 py-3 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-1',
                align === 'end' && 'figures sm:text-right',
              )}
            >
              {!hideHeader && (
                <span aria-hidden className="text-sm text-ink-soft sm:hidden">
                  {header}
                </span>
              )}
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
