const longest = 200
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
// Joiners shape letters of Arabic and Indic scripts and hold emoji together; elsewhere they only hide.
const joined = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\p{M}]|(?![A-Za-z])\\p{L}'
const strayJoiner = new RegExp(`(?<!${joined})[\\u200c\\u200d]|[\\u200c\\u200d](?!${joined})`, 'gu')

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
  const name = part.toWellFormed().replace(unseen, '').replace(strayJoiner, '').trim()
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
