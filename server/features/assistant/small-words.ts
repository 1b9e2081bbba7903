import { stemOf } from './synonyms.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Words of every question, which do not say what it is about and are not looked for. */
const small = setOf(
  `a about all also am an and any are as at be been but by can could did do does doing for from get give
  had has have he her him his how i if im in into is it its just ive like may me might my no of on or our
  please shall she should so some than that the their them then there these they this to too up us was we
  were what whats when where which who why will with would you your tell know want need mean means not
  ages ask back bit day days even everything explain describe fix going good great hello hi keep keeps last look lot new night ok
  one place put right said say something still thanks thing things today after afterwards already yet later make makes making made part problem problems
  think thought reckon remember roughly actually really sort able try trying tried happen happens happening only even ever never very win won come comes called way well write done got getting`,
)

/** Words that are looked for, and are no sign that a question is about something else where they are not found. */
const light = setOf(
  `go goes gone went through until because since while though although again always often sometimes usually maybe perhaps probably basically literally
  see seen let lets guess suppose hope worried worry scared nervous anxious upset sorry bother wondering wonder sure unsure idea clue
  liked love hate much many more most less least few little big wee other another else both each every
  monday tuesday wednesday thursday friday saturday sunday weekend
  now soon once before between during against without within down off over under out here away around
  himself herself myself yourself themselves mine yours ours theirs whose whom ought must
  tomorrow yesterday week weeks month months morning afternoon evening tonight time times year years
  quite rather pretty enough almost nearly whole
  pal mate love sir madam dear lad lass hen guys anyone everyone anybody everybody
  wtf omg lol ffs bloody flipping damn hell idiot crap argh ugh hmm erm tbh btw asap
  stuff kind type take takes taking took bring use used using being having seems seem supposed meant apparently
  talking saying telling told asked asking says heard hear understand understood confused confusing
  honest honestly obviously clearly simply exactly official proper properly point start starts started end stay staying stays
  long short same different first next people person friend friends show shows turn turned turns`,
)

const isOne = (words: ReadonlySet<string>, word: string) => words.has(word) || words.has(stemOf(word))
export const isSmall = (word: string) => isOne(small, word)

export const isLight = (word: string) => isOne(light, word)
