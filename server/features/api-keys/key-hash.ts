import { hash } from 'node:crypto'

/** Returns what is kept of an API key. A key is too long to be guessed, so a fast hash will do. */
export const hashOfKey = (token: string) => hash('sha256', token, 'base64url')
