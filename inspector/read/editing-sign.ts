/**
 * `editor`: a program for changing pictures or pages had the file · `word_processor`: made with one, which
 * says something of a bank's statement and nothing of a letter · `saved_again`: changed after it was made ·
 * `two_texts`: other words lie in the place of the words that are seen · `mixed_fonts`: single amounts are
 * set in another type than their neighbours · `added`: words or shapes lie on top of the page, or fill its
 * fields · `screenshot`: a picture of a screen.
 */
export type EditingSignName =
  | 'editor'
  | 'word_processor'
  | 'saved_again'
  | 'two_texts'
  | 'mixed_fonts'
  | 'added'
  | 'screenshot'

/** A fact about the file, for a person of the firm. It proves nothing by itself and is no client's business. */
export interface EditingSign {
  sign: EditingSignName
  /** A sentence with what was found and where. */
  evidence: string
}
