const wordsAtOnce = 6

/** An answer in the pieces that it is streamed in; put together they are the answer again. */
export const piecesOf = (content: string): string[] =>
  content.match(new RegExp(`(?:\\S+\\s*){1,${wordsAtOnce}}`, 'g')) ?? []
