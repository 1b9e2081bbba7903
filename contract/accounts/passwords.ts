import { z } from 'zod'
import { atMost, confirms } from '../kit/endpoint.ts'
import { fold } from '../kit/text.ts'

export const guessable = 'This password is too easy to guess. Please choose another.'

/**
 * Whether a person who knows these names would try this password early: a few characters repeated, or one of the names,
 * with or without some digits after it (NIST SP 800-63B §5.1.1.2). The server checks the list of common passwords,
 * because it is too large for the page.
 */
export function isGuessable(password: string, names: readonly string[] = []) {
  const typed = fold(password)
  if ([...onceOf(typed)].length < 4) return true
  const known = new Set(names.flatMap(namesIn).flatMap(spellings))
  return spellingsOf(password).some((text) => known.has(text))
}

/** Returns the words that a password is based on. A guesser tries these words with something added. */
export const spellingsOf = (password: string) => {
  const typed = fold(password)
  return [typed, onceOf(typed)].flatMap(spellings)
}

const onceOf = (text: string) => text.replace(/^(.+?)\1+$/u, '$1')

/** An email address also counts by the part before its @. */
const namesIn = (name: string) => [name, name.split('@')[0] ?? '']

/** The text itself, its letters and digits only, and the word without the few digits or signs that people append. */
const spellings = (text: string) => {
  const folded = fold(text)
  const bare = lettersOf(folded)
  const stem = lettersOf(folded.replace(/[^\p{L}]{1,4}$/u, ''))
  return [folded, bare, stem].filter((spelling) => spelling !== '')
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

export const passwordTooLong = 'Password must be at most 256 characters'

/** A password that is checked against the stored one. The upper bound keeps megabytes of input away from the hash. */
export const password = (required = 'Password is required', missing = required) =>
  z.string(missing).min(1, required).max(256, atMost(passwordTooLong))

/** The password of whoever is signed in, who confirms a command with it. */
export const ownPassword = (required?: string, missing?: string) => confirms(password(required, missing))

/** The same for a command that did not ask for it before: a page from before an upgrade has no field for it. */
export const confirmingPassword = ownPassword(
  'Please enter your password',
  'This needs your password now. Please reload the page, which then asks for it.',
)

/**
 * Whether a password was typed and repeated. A rule across fields runs as soon as its own two are filled in, not only once
 * all others are valid.
 */
export const bothTyped = (value: unknown) => {
  const typed = value as { confirmPassword?: unknown; password?: unknown; newPassword?: unknown } | null
  const first = typed?.password ?? typed?.newPassword
  return (
    typeof first === 'string' && typeof typed?.confirmPassword === 'string' && typed.confirmPassword !== ''
  )
}
