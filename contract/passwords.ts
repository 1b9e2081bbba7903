import { fold } from './text.ts'

export const guessable = 'This password is too easy to guess. Please choose another.'

/** What is tried first on every account: the tops of published lists of leaked passwords. */
const common = new Set(
  `000000 111111 112233 121212 123123 123321 123456 1234567 12345678 123456789 1234567890 12344321 123qwe
  123456a 1234qwer 12qwaszx 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 11223344 147258369 159753 654321 666666 696969
  87654321 987654321 9876543210 aa123456 aa12345678 abc123 abcd1234 abcdefgh access admin administrator america
  arsenal asdasd asdfasdf asdfgh asdfghjk asdfghjkl ashley bailey baseball batman basketball blink182 butterfly
  changeme charlie chelsea chocolate computer cookie corvette daniel default dragon england everton family
  flower football freedom friends fuckyou george ginger guest hannah hello helloworld hunter iloveyou internet
  jennifer jessica jesus jordan killer letmein liverpool login london lovely loveme manchester master matthew
  michael michelle monkey mustang naruto newpassword nicole ninja passphrase password passw0rd pa55word p@ssw0rd
  p@ssword pokemon princess purple q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qwe123 qweasd qweasdzxc qwer1234
  qwerty qwertyui qwertyuiop rangers robert samsung secret shadow silver soccer spiderman starwars summer sunshine
  superman superstar teddybear temp test tester thomas tigger tottenham trustno1 victoria welcome whatever winter
  yankees zaq12wsx zxcvbn zxcvbnm`.split(/\s+/),
)

/**
 * Whether a stranger would try this password early: a common one, one character or a few over and over, or
 * one of these names, with or without some digits behind it (NIST SP 800-63B §5.1.1.2).
 */
export function isGuessable(password: string, names: readonly string[] = []) {
  const typed = fold(password)
  const repeated = typed.replace(/^(.+?)\1+$/u, '$1')
  if ([...repeated].length < 4) return true
  const known = new Set(names.flatMap(namesIn).flatMap(spellings))
  return [typed, repeated].flatMap(spellings).some((text) => common.has(text) || known.has(text))
}

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
