/** The form of a key that opens a page to whoever has it, such as a link of an email. */
export const sessionToken = /^[A-Za-z0-9_-]{43}$/
