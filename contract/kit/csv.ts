/** A spreadsheet would run a field that starts with one of these as a formula. */
const executed = /^[=+\-@\t\r]/

/** Puts an apostrophe before text that a spreadsheet would take for a formula (OWASP, "CSV Injection"). */
export const harmless = (text: string) => (executed.test(text) ? `'${text}` : text)

const csvField = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`

/** Writes one line of a CSV file (RFC 4180). */
export const csvLine = (fields: readonly string[]) => `${fields.map(csvField).join(',')}\r\n`

/** Without it, spreadsheets read UTF-8 as another encoding. */
export const byteOrderMark = '\uFEFF'
