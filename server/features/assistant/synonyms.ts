import { stemmer } from 'stemmer'

/** Words that clients use for one thing: each line counts as its first word, in questions and in articles. */
const alike = `
parent parents mum mam mom mummy mother dad da daddy father folks ma maw mither faither inlaws
grandparent nan nana gran granny grandma grandmother grandad grandpa grandfather grandparents gramps
partner boyfriend girlfriend fiance fiancee bloke
spouse husband wife hubby missus
child children kid kids bairn bairns wean weans daughter son daughters sons
photo photos pic pics picture pictures photograph snap foto
camera webcam cam
phone mobile telephone smartphone handset fone iphone android
email e-mail emails e-mails mail mails
document documents doc docs paper papers paperwork
password passcode passwort pasword pin
login log-in username signin logon
delete erase wipe remove removed removing undo unsend bin
blurry blurred fuzzy unclear unreadable illegible smudged grainy
shine shiny glare shining reflection reflecting glossy
face selfie selfies facial
quick fast speed quickly hurry faster
sack sacked fired dismissed dismissal axed
employer boss work workplace manager
divorce divorced divorcing separate separating separated separation splitting
house home property flat apartment bungalow cottage maisonette semi terrace place
buy buying bought purchase purchasing
sell selling sold sale
borrow lend lending lent loan borrowed borrowing lender
gift gifted gifting gave giving give present
savings saved saving save
inheritance inherited inherit bequest
died dead death die dies deceased passed
crypto cryptocurrency bitcoin ethereum coinbase
abroad overseas foreign
fraud fraudster scam scammed scammer scammers con phishing conned scamming
genuine legit real authentic bogus
licence license licences
expired expire lapsed expires expiry
post letters letter posted envelope
pay paying paid payment payments payed
declined refused rejected failed fail fails knocked bounced denied
twice double duplicate
refund reimburse refunded
cost costs charge charges price fee fees ballpark quote estimate quoted pricing
expensive dear overpriced overcharged overcharging steep extortionate
afford skint broke hardship
complain complaint complaints unhappy disgusted disgusting appalling rubbish useless shocking awful terrible fed moan grumble dissatisfied
solicitor solicitors lawyer lawyers conveyancer
human person people somebody someone
appointment appointments meeting meetings slot appt appts consultation
reschedule rearrange postpone
sign signing signed signature signatures
finger draw drawing
secure safe security safely
hack hacked hackers hacker hacking breached breach
broken broke cracked smashed busted knackered faulty
throw throwing throws chuck chucking chucks kick kicking kicks boot boots booted
stuck crash crashes crashing frozen freezes hangs glitch glitchy
salary wage wages earnings earn income payslip payslips
job occupation career profession
dementia alzheimer alzheimers forgetful
swap replace replaced replacing swapped
paperless online digital electronic
town council
mistake wrong error incorrect mistyped typo wrongly
search searches
check checks checking checked
change changed changing alter altered altering amend amended edit edited editing update updated updating correct corrected
tamper tampered tampering doctored faked forged
bank banks building-society santander barclays halifax lloyds natwest nationwide hsbc monzo starling revolut tsb rbs
screenshot screenshots screengrab screen-shot
large big huge massive oversized bigger
translate translated translation translator interpreter interpret
moved moving move shifted shift relocated flitted flitting
instalments installments bits chunks spread monthly weekly
bust bankrupt insolvent administration liquidation
insurance insured insure insurer cover
accident injury injured hurt whiplash
evict evicted eviction
neighbour neighbor neighbours nextdoor
tax taxes sdlt lbtt ltt
surveyor survey surveys valuation
key keys
deed deeds title
deposit deposits downpayment
bill bills invoice invoices
old elderly aged ancient
blind sight eyesight
deaf hearing
helper carer
help assistance helping helped
fill filled complete completing
copy copies photocopy photocopies
computer laptop pc tablet ipad desktop
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
