/** Kinds of words that many questions are made of. */
const kinds = {
  paper:
    '(?:documents?|docs?|paperwork|papers?|files?|uploads?|passports?|licences?|driving licences?|id|ids|identification|bills?|statements?|payslips?|wage slips?|p60|certificates?|proofs?|proof of \\w+|photos?|pics?|pictures?|selfies?|scans?|letters?|evidence|council tax)',
  money: '(?:payments?|money|fees?|balance|invoice|transfer|cash|dosh)',
  meeting:
    '(?:appointments?|appts?|appoin\\w+|meetings?|calls?|phone calls?|video calls?|zoom|consultations?|slots?|visits?)',
  matter:
    '(?:case|matter|file|purchase|sale|house|flat|home|property|place|move|probate|divorce|claim|conveyancing|transaction|application|estate|remortgage|searches|contracts?|exchange|completion|things|everything)',
  fate: '(?:accepted|rejected|refused|declined|verified|approved|passed|failed|pending|ok|okay|good|fine|alright|right|checked|read|seen|looked at|wrong|problems?|issues?|arrived?|received?|landed|gone|come|came|go|went|get|got|through|down|back|bounced|doubted|valid)',
  person:
    '(?:co (?:buyer|owner|seller|executor|tenant)|other (?:buyer|owner|executor)|husband|wife|missus|hubby|partner|spouse|ex|boyfriend|girlfriend|bloke|fiancee?|brother|sister|mum|mam|mom|mother|dad|father|son|daughter|nan|gran\\w*|uncle|aunt\\w*|cousin|niece|nephew|friend|mate|neighbou?r|boss|employer|colleague|landlord|landlady|tenant|lodger|flatmate|housemate|stepson|stepdaughter|stepmum|stepdad|kids?|child\\w*|ex (?:husband|wife|partner)|(?:mother|father|brother|sister|son|daughter) in law)',
  otherSide:
    '(?:(?:sellers?|vendors?|buyers?|purchasers?)(?: (?:side|lot|end|solicitors?|lawyers?|people|agents?))?|other (?:side|party|lot|end|people|solicitors?|lawyers?|firm)|opponents?|defendants?|claimants?|(?:their|his|her) (?:solicitors?|lawyers?))',
  outside:
    '(?:bank|lender|mortgage (?:company|people|lender|provider|offer|broker|advis\\w+)|building society|broker|council|local authority|court|tribunal|land registry|hmrc|tax office|surveyors?|survey|valuer|valuation|(?:estate |letting |managing )?agents?|management (?:company|pack)|freeholder|insurers?|probate (?:registry|office)|grant(?: of probate)?|search(?:es)?(?: results?)?|enquiries|contract pack|draft contracts?|lease pack|barrister|counsel|mediator|expert)',
  they: '(?:he|she|they)',
  we: '(?:i|we|me and \\w+)',
  dodgy:
    '(?:dodgy|criminals?|crook\\w*|frauds?|fraudsters?|fraudulent|launder\\w*|suspicious|suspects?|liars?|lying|terrorists?|shady|bent|guilty|scammers?|wrong un|up to no good)',
} satisfies Record<string, string>

/**
 * Ways to ask, each as words: `{kind}` is any word of a kind, ` .. ` up to five words of any sort, the rest is
 * as in a regular expression.
 */
export const ways = (...written: string[]): RegExp[] =>
  written.map(
    (words) =>
      new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${words
          .replace(/(?<!\\p)\{(\w+)\}/g, (_, kind: string) => kindOf(kind))
          .replaceAll(' .. ', ' (?:\\S+ ){0,5}')})(?:(?<= )|(?![\\p{L}\\p{N}]))`,
        'u',
      ),
  )

const byName = new Map<string, string>(Object.entries(kinds))
const kindOf = (name: string) => {
  const words = byName.get(name)
  if (words === undefined) throw new Error(`There is no kind of words "${name}".`)
  return words
}

export const fits = (text: string, some: readonly RegExp[]) => some.some((way) => way.test(text))
