/**
 * `editor`: saved by a program that edits images or pages · `word_processor`: made with one, which is unusual for a
 * bank statement and normal for a letter · `saved_again`: changed after it was made · `two_texts`: different words lie
 * in the same place · `mixed_fonts`: single amounts are set in another typeface than their neighbours · `added`: words
 * or shapes lie on top of the page, or fill its form fields · `screenshot`: a picture of a screen · `local_file`: a web
 * page printed from somebody's own computer, where it can be changed · `script`: a script that runs as the file is
 * opened may show something else than was sent, and no bank adds one to a statement · `print_script`: one that only
 * prints the file, as some payroll programs add: a person looks at the file, but nothing was edited.
 */
export type EditingSignName =
  | 'editor'
  | 'word_processor'
  | 'saved_again'
  | 'two_texts'
  | 'mixed_fonts'
  | 'added'
  | 'screenshot'
  | 'local_file'
  | 'script'
  | 'print_script'

/** A fact about the file for staff of the firm. It proves nothing by itself and is never shown to the client. */
export interface EditingSign {
  sign: EditingSignName
  /** A sentence that says what was found and where. */
  evidence: string
}

// Programs that only merge, shrink or scan pages are left out: honest people need them to upload.
const editors =
  /photoshop|illustrator|imageready|\bgimp\b|inkscape|coreldraw|corel\s*photo|affinity (?:designer|photo|publisher)|pixelmator|photopea|paint\.net|paintshop|\bcanva\b|snapseed|picsart|meitu|facetune|adobe express|pdfescape|\bsejda\b|pdffiller|dochub|pdfelement|wondershare|phantompdf|foxit (?:pdf )?editor|pdf-xchange editor|nitro (?:pdf )?(?:pro|editor)|soda pdf|infix pdf|libreoffice draw|openoffice draw|^draw$|pdf editor/im

// "PDF Writer" is the name of many banks' printing engines. LibreOffice calls itself only "Writer".
const wordProcessors =
  /microsoft.{0,3} (?:office )?(?:word|excel|powerpoint)|^(?:writer|calc|impress)$|google docs|apple (?:pages|numbers)/im

/** Returns the editor's name as written in the metadata of the file. */
export const editorIn = (note: string): string | undefined => editors.exec(note)?.[0]

export const wordProcessorIn = (note: string): string | undefined => wordProcessors.exec(note)?.[0]

/** Browsers print the address of a page at its foot. */
export const localFileSigns = (texts: string[]): EditingSign[] => {
  const found = texts.map((text) => /\bfile:\/\/\/\S+/i.exec(text)?.[0]).find((file) => file !== undefined)
  return found === undefined
    ? []
    : [
        {
          sign: 'local_file',
          evidence: `It was printed from a file on a computer, and not from a website: ${found}.`,
        },
      ]
}
