import { fold } from '../kit/text.ts'

export const guessable = 'This password is too easy to guess. Please choose another.'

/**
 * Whether somebody who knows this person would try this password early: one character or a few over and over,
 * or one of these names, with or without some digits behind it (NIST SP 800-63B §5.1.1.2). What everybody
 * tries first, the server knows: a list of it would be heavier than the page.
 */
export function isGuessable(password: string, names: readonly string[] = []) {
  const typed = fold(password)
  if ([...onceOf(typed)].length < 4) return true
  const known = new Set(names.flatMap(namesIn).flatMap(spellings))
  return spellingsOf(password).some((text) => known.has(text))
}

/** The words that a password comes down to: those are what a guesser tries, with something added. */
export const spellingsOf = (password: string) => {
  const typed = fold(password)
  return [typed, onceOf(typed)].flatMap(spellings)
}

const onceOf = (text: string) => text.replace(/^(.+?)\1+$/u, '$1')

/** An e-mail address is known by the part before the @ as well. */
const namesIn = (name: string) => [name, name.split('@')[0] ?? '']

/** As it is, by its letters and digits alone, and without the few digits or signs that people add to a word. */
const spellings = (text: string) => {
  const folded = fold(text)
  const bare = lettersOf(folded)
  const stem = lettersOf(folded.replace(/[^\p{L}]{1,4}$/u, ''))
  return [folded, bare, stem].filter((spelling) => spelling !== '')
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
