import { importBytes, importColumns, importRows } from '#contract/imports/imports.ts'
import { Problem, type ProblemCode } from '#contract/kit/problem.ts'

export interface CsvFile {
  encoding: string
  delimiter: string
  headers: string[]
  rows: { row: number; cells: string[] }[]
}

/** Reads a file from another system. If that is not possible, throws a Problem whose sentence says what to do. */
export function readCsv(bytes: Buffer): CsvFile {
  if (bytes.length > importBytes)
    throw refused(
      'too_large',
      'This file is larger than 5 MB. Please split it: nothing goes in twice, so the parts can overlap.',
    )
  const { text: whole, encoding } = decode(bytes)
  const { text, delimiter } = withoutDelimiterLine(whole)
  const { headers, rows, count } = tableOf(text, delimiter)
  if (headers.length === 0) throw refused('file_empty', 'This file is empty.')
  if (headers.length > importColumns)
    throw refused('too_many_columns', `This file has more than ${importColumns} columns.`)
  if (count === 0)
    throw refused('empty_file', 'This file has no rows below its first one, which names the columns.')
  if (count > importRows)
    throw refused(
      'too_many_rows',
      `This file has ${count.toLocaleString('en-GB')} rows; up to ${importRows.toLocaleString('en-GB')} can be imported at once. Please split it: nothing goes in twice, so the parts can overlap.`,
    )
  return { encoding, delimiter: delimiterNames[delimiter], headers, rows }
}

const codes: Record<string, ProblemCode> = { too_large: 'too_large', not_csv: 'unsupported' }

const refused = (reason: string, words: string) =>
  new Problem(codes[reason] ?? 'unprocessable', words, { fields: { file: words }, reason })

const notCsv = () => refused('not_csv', 'This isn’t a CSV file. Please export one and choose that.')

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' }
type Delimiter = keyof typeof delimiterNames

const startsWith = (bytes: Buffer, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/**
 * A byte order mark decides the encoding. What is not valid UTF-8 is read as Windows-1252, which Windows uses in
 * Western Europe.
 */
function decode(bytes: Buffer): { text: string; encoding: string } {
  if (startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf))
    throw refused('not_csv', 'This is an Excel workbook. Please save it as a CSV file and choose that.')
  if (startsWith(bytes, 0xff, 0xfe)) {
    const text = new TextDecoder('utf-16le').decode(bytes)
    if (text.includes('\0')) throw notCsv()
    return { text, encoding: 'UTF-16' }
  }
  if (bytes.includes(0)) throw notCsv()
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** A first line such as `sep=;`, which tells Excel the delimiter, and which Excel neither shows nor counts. */
const delimiterLine = /^\uFEFF?"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r|$)/i

function withoutDelimiterLine(text: string): { text: string; delimiter: Delimiter } {
  const [line, named] = delimiterLine.exec(text) ?? []
  if (line === undefined) return { text, delimiter: delimiterOf(text) }
  return { text: text.slice(line.length), delimiter: named as Delimiter }
}

/** The delimiter that occurs most often in the header line, outside quotation marks. */
function delimiterOf(text: string): Delimiter {
  let isQuoted = false
  const counts = new Map<string, number>()
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) break
    else if (!isQuoted && Object.hasOwn(delimiterNames, sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return (most?.[0] as Delimiter | undefined) ?? ','
}

/** Reads the names of the columns and the rows below. Rows beyond the most that can be imported are only counted. */
function tableOf(text: string, delimiter: Delimiter) {
  let [record, count] = [0, 0]
  let headers: string[] = []
  const rows: CsvFile['rows'] = []
  const openIn = eachRecord(text, delimiter, (cells) => {
    record += 1
    if (record === 1)
      headers = withoutEmptyEnd(
        cells.map((name) => name.trim()),
        0,
      )
    else if (cells.some((cell) => cell.trim() !== '')) {
      count += 1
      if (count <= importRows) rows.push({ row: record, cells: withoutEmptyEnd(cells, headers.length) })
    }
  })
  if (openIn === null) return { headers, rows, count }
  const words = `A quotation mark in row ${openIn} is never closed, so the rest can’t be read.`
  throw refused('quote_open', words)
}

/** Some systems end every row with a delimiter. */
const withoutEmptyEnd = (cells: string[], width: number) => {
  const end = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  return cells.slice(0, Math.max(end, Math.min(width, cells.length)))
}

/**
 * Parses the records of a CSV file (RFC 4180). Returns `openIn`, the number of the record, if a quotation mark is never
 * closed.
 */
export function parseCsv(text: string, delimiter: string): { records: string[][] } | { openIn: number } {
  const records: string[][] = []
  const openIn = eachRecord(text, delimiter, (cells) => records.push(cells))
  return openIn === null ? { records } : { openIn }
}

/**
 * Hands over one record after the other, so that nobody has to keep millions of empty ones. Returns the number of the
 * record in which a quotation mark is never closed, or null.
 */
function eachRecord(text: string, delimiter: string, take: (cells: string[]) => void): number | null {
  let record: string[] = []
  let [at, number] = [text.startsWith('\uFEFF') ? 1 : 0, 1]
  const endRecord = () => {
    take(record)
    record = []
    number += 1
  }
  while (at < text.length) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : { cell: '', end: at }
    if (quoted === null) return number
    // Text after a closing quotation mark belongs to the cell, because other systems write `"5" wide"` without doubling
    // it.
    const rest = plainCell(text, quoted.end, delimiter)
    record.push(quoted.cell + rest.cell)
    at = rest.end
    if (text[at] === delimiter) {
      at += 1
      if (at < text.length) continue
      record.push('')
    } else at += text.startsWith('\r\n', at) ? 2 : 1
    endRecord()
  }
  return null
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
