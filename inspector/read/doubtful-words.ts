import { withoutPostcode } from './addresses.ts'
import { editsBetween, folded } from './names.ts'

/** Words that most addresses contain one of, long enough that a word with one letter changed is rarely another. */
const common = `
  street avenue close court crescent drive gardens green grove house place square terrace
  london bristol birmingham manchester liverpool leeds sheffield bradford newcastle nottingham leicester coventry
  cardiff swansea newport edinburgh glasgow aberdeen dundee belfast southampton portsmouth plymouth brighton reading
  norwich cambridge oxford exeter sunderland wolverhampton derby luton preston blackpool bournemouth middlesbrough
`
  .trim()
  .split(/\s+/)

/** Words of addresses that differ from one of those by a letter. */
const genuine = new Set(
  'clos drove palace horse greek greens groves garden derry boston houses places count oxford bedford'.split(
    ' ',
  ),
)

/** Kinds of street that are too short for that anywhere else than at the end of a street: "8 Mill Lame". */
const short = ['road', 'lane']
const genuineEnds = new Set('land line loan broad lanes roads'.split(' '))

/** Signs that no name or address is printed with. */
const foreignSign = /[^\p{L}\p{M}\p{N}\s,.'’‘`´&()/#:;–-]/u
/** A stop or comma between small letters, where a letter or the end of a word was misread. */
const markWithin = /\p{Ll}[.,;:&()]\p{Ll}/u
/** A figure in a word of letters: "Br1stol", "Stree7". "21st" and "12a" are none. */
const figureWithin =
  /\p{L}\p{N}+\p{L}{2}|\p{L}{2}\p{N}+\p{L}|\p{L}{3}\p{N}|\p{N}(?!(?:st|nd|rd|th)\b)\p{Ll}{3}/u

/** Whether a name has a sign or figure that was misread. */
export const isDoubtfulName = (name: string) =>
  foreignSign.test(name) || markWithin.test(name) || /\p{N}/u.test(name)

/**
 * Whether an address has a word that was misread: with a sign or figure in it, or with one letter unlike a word that
 * most addresses have. What it should be isn't told: it may be printed like that.
 */
export const isDoubtfulAddress = (address: string) => {
  const text = withoutPostcode(address)
  if (foreignSign.test(text) || markWithin.test(text) || figureWithin.test(text)) return true
  return text.split(',').some((part) => {
    const words = folded(part)
      .split(/[^a-z]+/)
      .filter(Boolean)
    const isEndMisread = /\d/.test(part) && isNearly(words.at(-1) ?? '', short, genuineEnds)
    return isEndMisread || words.some((word) => isNearly(word, common, genuine))
  })
}

const isNearly = (word: string, known: string[], others: Set<string>) =>
  word.length > 3 &&
  !known.includes(word) &&
  !others.has(word) &&
  known.some((other) => word !== `${other}s` && editsBetween(word, other, 1) === 1)
