export type Refusal = 'advice' | 'not_yours' | 'not_told' | 'instructions'

/** What is not answered, whoever asks. */
export const refused: [Refusal, RegExp[]][] = [
  [
    'instructions',
    [
      /\b(ignore|disregard|forget|override|bypass)\b.{0,30}\b(instructions?|rules?|prompts?|guidelines?|training|everything|restrictions?)\b/,
      /\b(system|hidden|initial|developer) prompt\b/,
      /\byou are now\b/,
      /\bpretend\b/,
      /\b(act|behave|answer|respond|role-?play) as (if|a|an|my|the)\b/,
      /\bdeveloper mode\b/,
      /\bjailbreak\w*\b/,
      /\bdan\b.*\brules\b/,
      /^\W*(system|assistant|admin\w*|developer)\s*:/,
      /\b(repeat|print|reveal|show|output|tell me)\b.{0,20}\b(the (text|words|line)s? above|above this|your (instructions|prompt|rules|configuration|source code))/,
      /\b(set|mark|change|make|approve|update|flag)\b.{0,40}\b(as |to |status )?(verified|complete[d]?|approved|accepted|paid|done)\b/,
      /\b(admin\w*|root|database|priya'?s?|staff) password\b/,
      /\b(select|delete|insert|update|drop)\b.{0,40}\b(from|into|table|where)\b.{0,10}(users|tasks|documents|accounts|;|--)/,
      /<\/?(script|system|instructions?)>/,
    ],
  ],
  [
    'not_told',
    [
      /\b(report(ed|ing)?|told|grassed|shopped)\b.{0,20}\b(me|us|my)\b.{0,30}\b(launder\w*|fraud|crime|money|authorit\w*|police)\b/,
      /\b(am i|have i been|has my (name|file|case|account|application) been|was i|are you|being) (being )?(flagged|blacklisted|reported|marked|screened|watched|checked up on|red[- ]flagged)\b/,
      /\b(flagged|red flag)\b.{0,30}\b(me|my|for something|on my (file|account))\b|\bsomething (wrong|dodgy|suspicious) (with|about) me\b/,
      /\b(report(ed|ing)?|told|tell(ing)?|inform(ed|ing)?|pass(ed)?)\b.{0,40}\b(nca|national crime|police|authorit\w+|hmrc|government|regulator)\b/,
      /\b(suspicious activity|(file|filed|filing|made|submit\w*|put in) (a |an |any )?sars?\b|consent from the nca|tipp(ed|ing)[- ]off)/,
      /\b(am i|are you|is (the firm|somebody|someone|anyone)|being)\b.{0,30}\binvestigat\w*/,
      /\b(my )?risk (score|rating|level|category|profile|grade)\b/,
      /\b(high|low)[- ]risk (client|customer)\b/,
      /\b(sanction\w*|watch ?list\w*|black ?list\w*|pep list)\b.{0,20}/,
      /\b(on|in) (a|the|any) (sanctions?|watch|black) ?list/,
      /\b(think|believe|suspect\w*|suspicious|flag\w*|accus\w+|treat\w*)\b.{0,40}\b(fraud\w*|criminal\w*|crook|launder\w*|liar|fake|forged|suspicious|of me|about me)\b/,
      /\b(internal|private|confidential|secret|hidden) (notes?|files?|comments?|opinions?|assessments?|flags?)\b/,
      /\b(what|how) (do|did|does) (you|they|the firm|priya) (really )?(think|say|write|wrote)( about| of)? me\b/,
      /\bam i (a )?(suspect|suspected)\b/,
      /\b(screening|adverse media) (result|check|hit)\w*/,
    ],
  ],
  [
    'not_yours',
    [
      /\b(show|see|send|tell|give|get|open|read)\b.{0,12}\bmy (sister|brother|mum|mother|dad|father|husband|wife|partner|ex|friend|neighbou?r|boss|son|daughter)'?s? (documents?|file|case|messages?|payments?|details|papers|passport|account)\b/,
      /\bmy (ex|sister|brother|husband|wife|partner|neighbou?r|boss|friend)\b.{0,40}\b(with (you|your firm)|told you|said to you|your client)\b/,
      /\b(case|file|matter|documents?|money) of (the|my|mrs?|ms|miss|dr)\b (?!case|matter|own)/,
      /\b(has|have|did|is|what (has|did)) (my |the )(husband|wife|partner|ex|boyfriend|girlfriend|brother|sister|mum|mother|dad|father|son|daughter|friend|neighbou?r|boss|seller|buyer|vendor|landlord|tenant|other side)('?s)? (\w+ )?(uploaded?|sent|send|paid|pay|signed?|done|finished|completed?|got|told|said|provided?|owe)\b/,
      /\bhow much (has|have|does|did) (my |the )\w+ (got|have|paid|earn|owe)\b/,
      /\b(the|my) (seller|buyer|vendor|other side|neighbou?r|ex|tenant)'?s? (phone|mobile|telephone|number|address|e-?mail|details|bank|solicitor'?s? (number|phone|details))\b/,
      /\b(is|was|are|also|too) (also )?(a |your |one of your )?clients? (of yours|too|here|as well)\b|\bclient of yours\b/,
      /\b(other|another|different|someone else'?s?|somebody else'?s?|all( the)?|every) (clients?|customers?|users?|persons?|people|accounts?|patients?)('s?)?\b/,
      /\bwho else\b/,
      /\b(client|customer|user) (?!care|questionnaire|portal|account\b)[a-z]{2,}\b.{0,20}$/,
      /\bmy (neighbou?r|boss|friend|colleague|ex|landlord)'?s (case|matter|documents?|file|tasks?|bank|payments?|address|passport|solicitor)\b/,
      /\b(how many|list( of)?|names? of) (your )?(clients|users|customers)\b/,
    ],
  ],
  [
    'advice',
    [
      /\b(honest|frank|your|personal) opinion\b|\bwill (i|we) win\b|\bdo you (reckon|think) (i|we) (should|ought)\b/,
      /\bif you were me\b|\bin my (shoes|position|place)\b|\bwould you (pull out|sign|accept|sell|settle|buy|walk away|go ahead)\b/,
      /\b(reckon|think|likely|possible) (that )?(i|we|he|she|they|i'?d|we'?d)\b.{0,25}\b(win|lose|have a case|got a case|get custody|stand a chance)\b/,
      /\b(good|strong|decent|weak|valid|enough of a|a|any) (enough )?(legal )?(case|claim|grounds)\b.{0,30}\b(to|against|for|about)\b|\b(got|have|has) (i |he |she |they )?(got )?(a |any )?(good |strong )?(enough )?(case|grounds)\b/,
      /\bhow much\b.{0,40}\b(will|would|do|could|can|should|am) (i|we) (get|end up with|win|be (given|awarded)|entitled)\b.{0,40}\b(divorce|house|settlement|compensation|claim|estate|will|pension|redundancy|accident|court)\b/,
      /\bhow much of the (house|estate|money|pension)\b.{0,20}\b(will|do|would|should) (i|we)\b/,
      /\b(challenge|contest|overturn|dispute) (the|a|his|her|dad'?s|mum'?s|my \w+'?s) will\b/,
      /(?<!\b(what|which|how|when|where)\b.{0,20})\b(should|shall|ought) (i|we|my (wife|husband|partner|company))\b/,
      /\b(advi[sc]e (me|us|on whether)|legal advice|your (opinion|view|advice)|would you (advise|recommend|do)|what do you (think|recommend|suggest|advise)|(is it|would it be) (wise|sensible|better|a good idea|worth))\b/,
      /\bcan (i|we|he|she|they|my [a-z]+) (legally |still |just |really )?(sue|win|evict|sack|fire|dismiss|claim|appeal|refuse|keep|contest|challenge|get out of|break|be (forced|made|sued|evicted|jailed|sacked|fined)|take (him|her|them|it|my)|stop (him|her|them|paying)|throw)\b/,
      /\b(will|would|could|do) (i|we) (win|lose|get|have|keep)\b.{0,20}\b(custody|compensation|damages|case|claim|house|prison|jail|residence|half|right)\b/,
      /\b(my|our|the|any) (chances?|odds|prospects)\b/,
      /\bhow much (compensation|damages|maintenance|money will i|will i (get|win|receive)|is my (claim|case) worth)/,
      /\bis (it|this|that) (legal|illegal|lawful|unlawful|against the law|a crime|allowed by law)\b/,
      /\b(am|are) (i|we) (legally |still )?(liable|entitled|guilty|responsible|obliged|eligible|allowed to (record|evict|keep|take|sack|stop))\b/,
      /\bdo (i|we) (legally |still |really )?have to (pay|give|let|tell|share|leave|sell|accept) (my |him|her|them|the )(ex|wife|husband|landlord|tenant|neighbou?r|employer|half|debt|fine|child\w*)?/,
      /\bis (my|our|the|this|his|her) (will|contract|lease|tenancy|marriage|agreement|dismissal|eviction|covenant)\b.{0,20}\b(valid|void|enforceable|legal|binding|fair|unfair)\b/,
      /\b(avoid|dodge|get (around|out of)|reduce|minimi[sz]e|save)\b.{0,20}\b(tax|duty|care fees|creditors?)\b/,
      /\bloopholes?\b/,
      /\b(my|what) (legal )?rights\b.{0,20}\b(against|as a (tenant|father|mother|wife|husband|employee))/,
      /\b(sue|take to court|press charges)\b/,
    ],
  ],
]

/** "Should I send the back too?" is a question about the portal, and no lawyer is needed for it. */
export const aboutThePortal =
  /\b(upload|send|scan|photograph|selfie|photo|picture|camera|passport|licen[cs]e|bill|bank statement|do (next|first|now)|click|press|choose|this (page|portal|form|chat)|password|bring)\b/

/** "What did John Smith upload": a person is named who is not the one who asks. */
export const othersName =
  /\b(did|does|has|is|for|of|about|show|from)\s+(?!(?:The|My|A|An|Obi|Land|Legal|Apple|Google|England|Scotland|Wales|Northern|Stamp|Council|Money|United|Hartley|E)\b)[A-Z][a-z]+\s+[A-Z][a-z]+(?:'s)?\b/
