import { isWritten } from './spelling.ts'
import { ways } from './ways.ts'

export type Courtesy = 'hello' | 'thanks' | 'self' | 'language'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const greetings = wordsOf(
  `obi hi hii hiya hello helo hey heya yo hullo howdy greetings alright alrite awright awrite oright wotcha ello hallo morning afternoon evening`,
)
const besideGreetings = wordsOf(
  `good day there again mate pal love dear hen sir madam all you what is up doing how are you things today is anybody test testing ok it going`,
)
const gratitude = wordsOf(
  `thank thanks thankyou thanx thx cheers ta bye goodbye appreciated appreciate brilliant perfect lovely great fab
  fantastic nice ok okay sorted goodnight helpful ace cool amazing excellent understood`,
)
const besideGratitude = wordsOf(
  `you have been very much so a lot pal wee big super hen bye then really million one that is was it all really for your the help this i got good mate love obi night
  see later then now no worries have day will do right yes sure sound done makes sense just what needed me`,
)

/** Nothing but such words, and one of those that say what it is. */
const isOnly = (text: string, core: ReadonlySet<string>, beside: ReadonlySet<string>) => {
  const words = text.split(' ')
  return words.some((word) => core.has(word)) && words.every((word) => core.has(word) || beside.has(word))
}

const self = ways(
  'are you (?:a |an |even |actually |just |really |some )*(?:real|human|person|robot|bot|ai|machine|computer|program|chatbot|chat bot|chatgpt|gpt|lawyer|solicitor|man|woman|somebody|automated|alive)(?! (?:law|firm|company|website))',
  '(?:who|what) (?:are you|is obi|am i (?:talking|speaking|chatting) (?:to|with))(?! (?:waiting|doing|acting|asking))|(?:am|is) (?:i|this) (?:talking|speaking|chatting)? ?(?:to |with )?(?:a |an )?(?:real |actual |proper )?(?:person|human|robot|bot|machine|computer|ai|lawyer|solicitor)|is this (?:a |an )?(?:automated|robot|bot|ai|real person|chatbot)',
  'what (?:can (?:you|i)|do you) (?:do|ask|help)(?: (?:for me|me with|here|you|with|about))*$|how (?:can|do) you help(?: me)?$|(?:what is|do you have a) (?:your )?name|what are you for',
)

/** Small words of other languages that are none in English. */
const foreign = wordsOf(
  `dzien dobry czesc prosze dziekuje jakie jaki jak gdzie kiedy nie mam moj moje moja czy potrzebuje musze wyslac dokumenty pomoc chce
  pa sut beth ble ydy yw mae dw rwy rwyf eisiau diolch bore da gallwch fy eich yn gyda oes arnoch sydd ddogfennau angen cymraeg siarad
  mujhe mera meri mere aap ap ka ki ke kya kaise kab kahan hai hain nahi nahin chahiye karna kar raha rahi bare madad kaghzat bhai mein
  tuhanu menu sanu kiven kithe haal tusi
  hola buenos dias gracias necesito quiero como donde cuando cuanto mis por favor que una los las tengo puedo documentos ayuda
  bonjour merci je suis ai besoin quels quelle comment mes vous est pas pour avec les des une mon mes combien
  buna ziua multumesc vreau trebuie unde cand cum ce acte pentru sunt este imi nu va rog
  ola obrigado obrigada preciso quero onde quando quanto meu minha meus nao voce
  ciao buongiorno grazie devo dove quando quanto sono mio mia documenti vorrei
  hallo guten tag danke ich muss mein meine wie wann wo bitte brauche welche dokumente nicht und der das
  labas kaip kur ar aciu reikia dokumentu laba diena
  merhaba nasil nerede ne zaman belge icin benim tesekkurler lazim
  ami amar apni ki kothay dhonnobad lagbe
  salaam assalam alaikum shukriya`,
)
const english = wordsOf(
  'the is are my i you do to what how why when can a an of in for it have has was not will with me we on',
)

/** Three words or more, and hardly one of them in anything that is written here. */
const isStrange = (text: string) => {
  const words = text.split(' ').filter((word) => /^\p{L}{2,}$/u.test(word))
  const ours = words.filter((word) => isWritten(word)).length
  return words.length >= 4 && ours <= words.length / 4
}

/** Written in another language than the articles are. */
const isForeign = (text: string) => {
  if (isStrange(text)) return true
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = text.match(/\p{Script=Latin}/gu) ?? []
  if (letters.length > 3 && latin.length < letters.length / 2) return true
  const words = text
    .normalize('NFKD')
    .replace(/[\p{M}]/gu, '')
    .replace(/ł/g, 'l')
    .split(' ')
  const theirs = words.filter((word) => foreign.has(word)).length
  const ours = words.filter((word) => english.has(word)).length
  return theirs >= 2 && theirs > ours && theirs >= words.length / 4
}

/** No question at all, or one in another language; null where it is a question. */
export function courtesyOf(text: string): Courtesy | null {
  if (isOnly(text, greetings, besideGreetings)) return 'hello'
  if (isOnly(text, gratitude, besideGratitude)) return 'thanks'
  if (isForeign(text)) return 'language'
  return self.some((way) => way.test(text)) ? 'self' : null
}
