/**
 * Parses the records of a CSV file (RFC 4180). Returns `openIn`, the number of the record, if a quotation mark is never
 * closed.
 */
export function parseCsv(text: string, delimiter: string): { records: string[][] } | { openIn: number } {
  const records: string[][] = []
  let record: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const endRecord = (cell: string) => {
    record.push(cell)
    records.push(record)
    record = []
  }
  while (at < text.length) {
    const read = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter)
    if (read === null) return { openIn: records.length + 1 }
    // Text after a closing quotation mark belongs to the cell, because other systems write `"5" wide"` without doubling
    // it.
    const rest = plainCell(text, read.end, delimiter)
    const cell = read.cell + (read.end === rest.end ? '' : rest.cell)
    at = rest.end
    if (text[at] === delimiter) {
      record.push(cell)
      at += 1
      if (at === text.length) endRecord('')
    } else {
      endRecord(cell)
      at += text.startsWith('\r\n', at) ? 2 : 1
    }
  }
  return { records }
}

/** Reads a quoted cell, in which two quotation marks mean one. Returns null if it is never closed. */
function quotedCell(text: string, start: number): { cell: string; end: number } | null {
  let from = start + 1
  let cell = ''
  for (;;) {
    const mark = text.indexOf('"', from)
    if (mark < 0) return null
    cell += text.slice(from, mark)
    if (text[mark + 1] !== '"') return { cell, end: mark + 1 }
    cell += '"'
    from = mark + 2
  }
}

function plainCell(text: string, start: number, delimiter: string) {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end), end }
}
