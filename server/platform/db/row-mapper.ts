import { Column, is } from 'drizzle-orm'

/** What a prepared query of drizzle's knows of its rows, which come as lists of cells. */
interface Reading {
  fields?: { path: string[]; field: unknown }[]
  customResultMapper?: (rows: unknown[][]) => Record<string, unknown>[]
}

/**
 * Has a query read its rows by a plan that is made once: drizzle asks of each cell anew what its column is.
 * Anything but plain columns side by side is left to drizzle.
 */
export function withReader<Q>(query: Q): Q {
  const reading = query as Reading
  const columns = columnsOf(reading.fields)
  if (columns.length > 0 && reading.customResultMapper === undefined)
    reading.customResultMapper = readerOf(columns)
  return query
}

interface NamedColumn {
  name: string
  read: ((cell: unknown) => unknown) | null
}

const columnsOf = (fields: Reading['fields'] = []): NamedColumn[] => {
  const columns: NamedColumn[] = []
  for (const { path, field } of fields) {
    const [name, ...further] = path
    if (name === undefined || further.length > 0 || !is(field, Column)) return []
    // A column that reads nothing into a cell is not asked for each of them.
    const isAsItIs = field.mapFromDriverValue === Column.prototype.mapFromDriverValue
    columns.push({ name, read: isAsItIs ? null : (cell) => field.mapFromDriverValue(cell) })
  }
  return columns
}

const readerOf = (columns: NamedColumn[]) => {
  // All rows are copies of one, so that whatever reads them meets one kind of object.
  const blank: Record<string, unknown> = Object.fromEntries(columns.map(({ name }) => [name, null]))
  return (rows: unknown[][]) =>
    rows.map((cells) => {
      const row = { ...blank }
      for (const [at, { name, read }] of columns.entries()) {
        const cell = cells[at]
        if (cell !== null) row[name] = read === null ? cell : read(cell)
      }
      return row
    })
}
