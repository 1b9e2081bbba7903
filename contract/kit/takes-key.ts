/** In the summary of a command that is carried out once, however often the same request arrives. */
export const takesKey = 'takes an Idempotency-Key header, so that a repeat is not a second one'
