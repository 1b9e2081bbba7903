/** What a spreadsheet takes for a formula: such a field gets an apostrophe before it, so that none executes it. */
const executed = /^[=+\-@\t\r]/

/** A text that no spreadsheet takes for a formula (OWASP, "CSV Injection"). */
export const harmless = (text: string) => (executed.test(text) ? `'${text}` : text)

const csvField = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`

/** One line of a CSV file (RFC 4180). */
export const csvLine = (fields: readonly string[]) => `${fields.map(csvField).join(',')}\r\n`

/** Without it, spreadsheets take UTF-8 for another encoding. */
export const byteOrderMark = '\uFEFF'
