import { withoutHidden } from '#contract/kit/text.ts'

/** In bytes of UTF-8: what the file systems of Linux, macOS and Windows take. */
const longest = 255

/**
 * The name that people see: the last part of what was sent, without characters that let a name pose as
 * another, and safe to save under anywhere. Its letters stay as they are, composed or not. Empty when nothing
 * is left.
 */
export const cleanFilename = (sent: string) => {
  const parts = sent.split(/[\\/]/).map(printable)
  const name = parts.findLast((part) => part !== '') ?? ''
  // What is cut off may leave a name that is reserved.
  return harmless(shortened(harmless(name)))
}

/** For a file that came without a name. */
export const namelessFile = (fileType: string) => `document.${endings[fileType] ?? 'pdf'}`

const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' }

const printable = (part: string) => {
  const name = withoutHidden(part).trim()
  return /^\.*$/.test(name) ? '' : name
}

/** Devices of Windows, whatever ending follows: such a file cannot be saved there, or opens the device. */
const reserved = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i
/** Endings of what a double click runs, before the last one: `bill.exe.pdf` is shown as a bill without its end. */
const executable =
  /\.(?=(?:apk|app|bat|cmd|com|cpl|dll|dmg|exe|hta|jar|jse?|lnk|msi|msp|pif|ps1|reg|scr|sh|vbe?|vbs|wsf|wsh)\s*\.)/gi

const harmless = (name: string) => name.replace(reserved, '$1_').replace(executable, '_')

const bytesIn = (text: string) => Buffer.byteLength(text)

/** Cuts the stem, between two letters as a person counts them, and keeps the ending. */
const shortened = (name: string) => {
  if (bytesIn(name) <= longest) return name
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  let [stem, left] = ['', longest - bytesIn(ending)]
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, -ending.length || undefined))) {
    left -= bytesIn(segment)
    if (left < 0) break
    stem += segment
  }
  return stem.trimEnd() + ending
}
