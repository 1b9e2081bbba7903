import { expect, test } from 'vitest'
import { csvLine } from './text.ts'

test.each(['=1+1', '+44 20', '-2', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://evil.example")'])(
  'no spreadsheet executes %j',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`)
  },
)

test('quotes, commas and line breaks stay in their field', () => {
  expect(csvLine(['O"Neill, Ana', 'two\nlines', ''])).toBe('"O""Neill, Ana","two\nlines",""\r\n')
})
