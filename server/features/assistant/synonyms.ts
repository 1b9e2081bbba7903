import { stemmer } from 'stemmer'

/** Words that clients use for one thing: each line counts as its first word, in questions and in articles. */
const alike = `
parent parents mum mam mom mummy mother dad father folks
grandparent nan nana gran granny grandma grandmother grandad grandpa grandfather grandparents
partner boyfriend girlfriend fiance fiancee
spouse husband wife hubby missus
child children kid kids bairn bairns
photo photos pic pics picture pictures photograph snap
camera webcam
phone mobile telephone smartphone handset
email e-mail emails e-mails mail mails
document documents doc docs paper papers paperwork
password passcode passwort pasword
login log-in username
delete erase wipe remove removed removing
blurry blurred fuzzy unclear
shine shiny glare shining reflection
face selfie selfies
quick fast speed
sack sacked fired dismissed dismissal
employer boss work workplace
divorce divorced divorcing separate separating separated separation splitting
house home property flat apartment
buy buying bought purchase purchasing
sell selling sold sale
borrow lend lending lent loan borrowed borrowing
gift gifted gifting gave giving give
savings saved saving
inheritance inherited inherit
died dead death die dies deceased passed
crypto cryptocurrency bitcoin ethereum coinbase
abroad overseas foreign
fraud fraudster scam scammed scammer scammers con phishing
genuine legit real
licence license licences
expired expire lapsed
post letters letter
pay paying paid payment payments
declined refused rejected failed fail fails knocked bounced
twice double
refund reimburse
cost costs charge charges price fee fees
expensive dear overpriced overcharged overcharging
afford skint
complain complaint complaints unhappy disgusted disgusting appalling rubbish useless shocking awful terrible fed
solicitor solicitors lawyer lawyers conveyancer
human person people somebody someone
appointment appointments meeting meetings slot
reschedule rearrange postpone
sign signing signed signature signatures
finger draw drawing
secure safe security
hack hacked hackers
broken broke
throw throwing throws chuck chucking chucks kick kicking kicks boot boots booted
stuck crash crashes crashing frozen
salary wage wages earnings earn income
job occupation
dementia alzheimer alzheimers forgetful
swap replace
paperless online
town council
mistake wrong error
search searches
check checks checking checked
`

const groups = new Map(
  alike
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ').map((word) => word.replaceAll('-', ''))
      return [first, ...others].map((word) => [stemmer(word), stemmer(first)] as const)
    }),
)

/** Forms that no rule of an ending brings together. */
const irregular = new Map(
  `sent send, kept keep, left leave, lost lose, stole steal, stolen steal, took take, taken take, taking take, made make,
  making make, told tell, said say, saw see, seen see, sees see, written write, wrote write, forgot forget, forgotten forget,
  got get, gotten get, went go, gone go, goes go, came come, coming come, began begin, ran run, running run, spoke speak,
  rang ring, meant mean, held hold, bigger big, women woman, men man`
    .split(/,\s+/)
    .map((pair) => pair.trim().split(' ') as [string, string]),
)

/** One term for all forms of a word, and for all words of one thing. */
export const termFor = (word: string) => {
  const stem = stemOf(word)
  return groups.get(stem) ?? stem
}

export const stemOf = (word: string) => stemmer(irregular.get(word) ?? word)
