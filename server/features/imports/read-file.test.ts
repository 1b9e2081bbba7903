import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProblemCode } from '#contract/kit/problem.ts'
import { parseCsv, readCsv } from './service/read-file.ts'

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

test('quoted cells are read exactly, with each delimiter and line ending', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', 'é', ' ') })
  const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(
      records,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      (table, delimiter, end, hasLastEnd) => {
        const text =
          table.map((record) => record.map(quoted).join(delimiter)).join(end) + (hasLastEnd ? end : '')
        expect(parseCsv(text, delimiter)).toEqual({ records: table })
      },
    ),
  )
})

test('plain cells, trailing empty cells and quotation marks within a cell are read', () => {
  expect(parseCsv('a,b,\n,"5" wide",x\n', ',')).toEqual({
    records: [
      ['a', 'b', ''],
      ['', '5 wide"', 'x'],
    ],
  })
  expect(parseCsv('a\n"b', ',')).toEqual({ openIn: 2 })
})

const read = (text: string, encoding: BufferEncoding = 'utf8') => readCsv(Buffer.from(text, encoding))

test('delimiter and encoding are recognised, and rows are counted as a spreadsheet does', () => {
  expect(read('\uFEFFFirst name,Email\nZoë,z@example.com\n')).toEqual({
    encoding: 'UTF-8',
    delimiter: 'comma',
    headers: ['First name', 'Email'],
    rows: [{ row: 2, cells: ['Zoë', 'z@example.com'] }],
  })
  // As Excel writes it where the comma is the decimal separator. 0x80 is the euro sign.
  const windows = readCsv(Buffer.from('Name;Note\r\nZo\xeb;\x80 5\r\n\r\n;\r\nAnn;x;\r\n', 'latin1'))
  expect(windows).toMatchObject({ encoding: 'Windows-1252', delimiter: 'semicolon' })
  expect(windows.rows).toEqual([
    { row: 2, cells: ['Zoë', '€ 5'] },
    { row: 5, cells: ['Ann', 'x'] },
  ])
  expect(readCsv(Buffer.from('\uFEFFName\tNote\nZoë\t1\n', 'utf16le'))).toMatchObject({
    encoding: 'UTF-16',
    delimiter: 'tab',
    rows: [{ row: 2, cells: ['Zoë', '1'] }],
  })
})

test.each([
  ['sep=;\r\nName;Note, if any\r\nZoë;1,5\r\n', 'semicolon', ['Name', 'Note, if any'], ['Zoë', '1,5']],
  ['\uFEFF"sep=|"\nName|Note;a,b;c\nAnn|x\n', 'vertical bar', ['Name', 'Note;a,b;c'], ['Ann', 'x']],
  ['SEP=\t\rName\tNote\rAnn\tx\r', 'tab', ['Name', 'Note'], ['Ann', 'x']],
])(
  'the line of Excel that names the delimiter is read as such, and not counted: %j',
  (text, delimiter, headers, cells) => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const marked = encoding === 'utf8' ? text : `\uFEFF${text.replace('\uFEFF', '')}`
      expect(read(marked, encoding)).toMatchObject({ delimiter, headers, rows: [{ row: 2, cells }] })
    }
  },
)

test('a file of that line alone is empty, and a column that is only called so stays one', () => {
  expect(() => read('sep=;\r\n')).toThrow('This file is empty.')
  expect(read('sep=;Name\nx;Ann\n')).toMatchObject({ headers: ['sep=', 'Name'] })
})

test('a file of five megabytes of empty lines is read, with the number of the row behind them', () => {
  const lines = 5_000_000
  expect(read(`Name${'\n'.repeat(lines)}Ann`).rows).toEqual([{ row: lines + 1, cells: ['Ann'] }])
})

test('a file in UTF-16 that holds what no text does is refused with the sentence of one in UTF-8', () => {
  const refusal = expect.objectContaining({ code: 'unsupported', reason: 'not_csv' })
  expect(() => read('\uFEFFName,Email\nA\0nn,ann@example.com', 'utf16le')).toThrow(refusal)
})

test.each<[string, string, ProblemCode]>([
  ['', 'This file is empty.', 'unprocessable'],
  ['Name,Email\n', 'no rows below its first one', 'unprocessable'],
  ['PK\u0003\u0004 a workbook', 'Excel workbook', 'unsupported'],
  ['a\u0000b', 'isn’t a CSV file', 'unsupported'],
  ['Name\n"Ann', 'in row 2 is never closed', 'unprocessable'],
  [`Name\n${'Ann\n'.repeat(10_001)}`, '10,001 rows; up to 10,000', 'unprocessable'],
  [`Name\n${'x'.repeat(5 * 1024 * 1024)}`, 'larger than 5 MB', 'too_large'],
])('a file that cannot be read is refused with a sentence: %#', (text, words, code) => {
  const refusal = expect.objectContaining({ code, message: expect.stringContaining(words) })
  expect(() => read(text)).toThrow(refusal)
})

test('an empty file has the reason that it has everywhere', () => {
  expect(() => read('')).toThrow(expect.objectContaining({ reason: 'file_empty' }))
})
