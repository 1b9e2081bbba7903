/** What a spreadsheet takes for a formula: such a field gets an apostrophe before it, so that none executes it. */
const executed = /^[=+\-@\t\r]/

/** A field of a CSV file in quotes, harmless in every spreadsheet (OWASP, "CSV Injection"). */
const csvField = (text: string) => `"${(executed.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** One line of a CSV file (RFC 4180). */
export const csvLine = (fields: readonly string[]) => `${fields.map(csvField).join(',')}\r\n`

/** Without it, spreadsheets take UTF-8 for another encoding. */
export const byteOrderMark = '\uFEFF'
