import { fits, ways } from './ways.ts'

/** "My bank statement" is a paper of the client's own. */
const noPaper =
  '(?! (?:statements?|letters?|details|accounts?|cards?|tax|bills?|apps?|papers?|checks?|fees?))'

const acted =
  '(?:repl\\w+|respond\\w*|answer\\w*|sign|signs|signed|signing|agreed?|accept\\w*|come|came|get back|got back|sent|send|return\\w*|exchang\\w*|ready|moved?|moving|instruct\\w*|pull\\w* out|done|paid|pay|filled|filed|complet\\w*|found|arrived?|issued?|approved?|released?|confirmed?|in yet|back|here|received?|finish\\w*|chas\\w+|heard|r[aiu]ng|phoned?|call(?:ed)?|email(?:ed)?|contact(?:ed)?|delay\\w*|holding|listed|ordered|valued|visited|been out|through|happy|said|say|told|wrote|written)'

/** What another side, a lender, a court or an office has done in the matter: a person knows, and nobody's secret. */
const deeds = ways(
  `(?:have|has|did|do|does|is|are|was|were|will|when|if|whether|what|any) (?:\\S+ ){0,4}{otherSide}(?: \\S+){0,5} ${acted}`,
  `(?:have|has|did|is|are|was|were|will|when|if|whether) (?:(?:you|we|they|the|my|our|a|any|all|that|somebody|is|will|does|did|has|have) ){0,3}{outside}${noPaper}(?: \\S+){0,4} ${acted}`,
  `(?:have|has|did) (?:you|we|they|anybody|somebody|priya) (?:\\S+ ){0,3}(?:hear\\w*|had|got|received?|get|chas\\w+|spok\\w*|contact\\w*|written|order\\w*) (?:(?!my )\\S+ ){0,4}(?:{otherSide}|{outside})${noPaper}`,
  '(?:when|what day|what date) (?:is|are|will|do|does) (?:\\S+ ){0,3}(?:court (?:date|case|hearing)|hearing|completion(?: date| day)?|exchange(?: date)?|tribunal)(?! (?:mean|work))',
  '(?:have|has|did) (?:my |the )(?:landlord|employer|boss|builders?|neighbours?|letting agent|freeholder|insurers?)(?: \\S+){0,3} (?:repl\\w+|respond\\w*|answer\\w*|sign\\w*|agreed?|come back|came back|paid up|been in touch)',
  '(?:have|has) (?:\\S+ ){0,3}(?:court|hearing|completion|exchange) (?:\\S+ ){0,2}(?:date|day)(?: \\S+){0,3} (?:set|fixed|agreed|come|through|confirmed|moved|changed)',
)

/** What of them would be nobody's business but theirs. */
const theirs = ways(
  '(?:how much|what price) (?:did|does|do|is|are|has|have|was|were|will) (?:\\S+ ){0,2}{otherSide} (?:\\S+ ){0,2}(?:pay|paid|paying|offer\\w*|bid\\w*|borrow\\w*|owe\\w*|earn\\w*)',
  '(?:phone|mobile|number|e ?mail|address(?! of the property)|bank details|income|salary|earns?|savings|passport|id|afford|divorc\\w*|reason|why (?:is|are) (?:the )?{otherSide} (?:selling|moving|leaving))',
)

export const isOutside = (text: string) => fits(text, deeds) && !fits(text, theirs)
