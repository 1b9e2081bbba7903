import { expect, test } from 'vitest'
import { csvLine, spreadsheetSafe, withoutApostrophe } from './text.ts'

test.each([
  '=1+1',
  '+44 20',
  '-2',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '\0=1',
  '=HYPERLINK("http://evil.example")',
  // Full-width signs, which spreadsheets in East Asian languages take for the others.
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  // A reader that drops spaces, quotation marks or delimiters begins the cell behind them.
  ' =1',
  '"=1',
  ',=1',
  ';=1',
  "'=1",
  '\u00a0=1',
  '","=1',
])('no spreadsheet executes %j', (text) => {
  expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`)
})

test.each(['O’Neill', '"Rose Cottage"', ' 12 Mill Lane', 'a=1', '1-2', "'quoted'", ''])(
  '%j is written as it is',
  (text) => {
    expect(csvLine([text])).toBe(`"${text.replaceAll('"', '""')}"\r\n`)
  },
)

test('quotes, commas and line breaks stay in their field', () => {
  expect(csvLine(['O"Neill, Ana', 'two\nlines', ''])).toBe('"O""Neill, Ana","two\nlines",""\r\n')
})

test.each(['=1+1', '"=1', "'=1", '\tx', "O'Neill", "'quoted'", ''])(
  '%j comes back from our own file as it was',
  (text) => expect(withoutApostrophe(spreadsheetSafe(text))).toBe(text),
)
