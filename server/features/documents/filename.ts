import { withoutHidden } from '#contract/text.ts'

const longest = 200

/**
 * The name that people see: the last part of what was sent, without characters that let a name pose as
 * another. Its letters stay as they are, composed or not. Empty when nothing is left.
 */
export const cleanFilename = (sent: string) => {
  const parts = sent.split(/[\\/]/).map(printable)
  const name = parts.findLast((part) => part !== '') ?? ''
  return name.length > longest ? shortened(name) : name
}

/** For a file that came without a name. */
export const namelessFile = (fileType: string) => `document.${endings[fileType] ?? 'pdf'}`

const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' }

const printable = (part: string) => {
  const name = withoutHidden(part).trim()
  return /^\.*$/.test(name) ? '' : name
}

/** Cuts the stem, between two letters as a person counts them, and keeps the ending. */
const shortened = (name: string) => {
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  let stem = ''
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, -ending.length || undefined))) {
    if (stem.length + segment.length + ending.length > longest) break
    stem += segment
  }
  return stem.trimEnd() + ending
}
