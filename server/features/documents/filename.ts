import { withoutHidden } from '#contract/kit/text.ts'

/** In bytes of UTF-8: the limit of the file systems of Linux, macOS and Windows. */
const longest = 255

/**
 * Returns the name that people see: the last part of the path, without characters that disguise a name, and safe to
 * save on any system. Letters stay as they are, composed or not. Empty if nothing is left.
 */
export const cleanFilename = (sent: string) => {
  const parts = sent.split(/[\\/]/).map(printable)
  const name = parts.findLast((part) => part !== '') ?? ''
  // Shortening may leave a reserved name.
  return harmless(shortened(harmless(name)))
}

/** Returns the name of a file that came without one. */
export const namelessFile = (fileType: string) => `document.${endings[fileType] ?? 'pdf'}`

const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' }

const printable = (part: string) => {
  const name = withoutHidden(part).trim()
  return /^\.*$/.test(name) ? '' : name
}

/** Windows device names, with any ending. Such a file can't be saved there, or opens the device. */
const reserved = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i
/** An executable ending before the last one. Without its last ending, `bill.exe.pdf` would be a program. */
const executable =
  /\.(?=(?:apk|app|bat|cmd|com|cpl|dll|dmg|exe|hta|jar|jse?|lnk|msi|msp|pif|ps1|reg|scr|sh|vbe?|vbs|wsf|wsh)\s*\.)/gi

const harmless = (name: string) => name.replace(reserved, '$1_').replace(executable, '_')

const bytesIn = (text: string) => Buffer.byteLength(text)

/** Shortens the stem between two graphemes and keeps the ending. */
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
