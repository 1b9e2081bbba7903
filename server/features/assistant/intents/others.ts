import { ways } from './ways.ts'

const particulars =
  '(?:phone|mobile|telephone|number|address|email|e mail|date of birth|birthday|bank (?:details|account)|account|income|salary|wages|earnings|savings|passport|documents?|files?|case|matter|papers|payments?|tasks?|forms?|questionnaire|messages?|details|information|info|will|name|password|login|statements?|finances|money|fees?|progress|status|appointments?)'
const doings =
  '(?:upload\\w*|sent|send|paid|pay|sign|signed|done|do|finish\\w*|complet\\w+|got|get|told|tell|tells|said|say|says|provid\\w+|owe|owes|earn|earns|make|put|declar\\w+|repl\\w+|book\\w*|submit\\w*|regist\\w+|started|instruct\\w*|agree\\w*|writ\\w+|wrote|accept\\w*|have in|give|gave|up to|using you|a client|with you|your client|spoken|contacted)'

/** Somebody else's facts are asked for. */
export const othersFacts = ways(
  // A person of one's own, or of the other side.
  `(?<!how )(?:has|have|did|does|is|was|if|whether|what|when|how much|why) (?:has |have |did |does |is |was |do )?(?:my|the|his|her|our|their) (?!child\\w*|kids?)(?:{person}|{otherSide})s? (?!need|have to|has to|must|can|want|allowed|permitted|entitled|supposed|liable|responsible|legally|able)(?:\\S+ ){0,3}${doings}`,
  `(?:what (?:is|are|was|were)|show|see|tell|give|know|find|look|check|read|view|open|access) .. (?:my|the|his|her|our|their) (?:{person}|{otherSide})s? (?:\\w+ )?${particulars}`,
  '(?:show|tell|give|send) me .. (?:my|the) (?:{person}|{otherSide})s',
  `my {person} .. (?:is|are|was|also|too) (?:\\S+ ){0,3}(?:with you(?:r firm)?|your client|a client|client of yours|using you|told you|said to you)`,
  `my {person} .. (?:told|tell|said|say|gave|give|sent|send) (?:to )?you`,
  '(?:last|other|another|previous|next|first) (?:person|client|customer|couple|family|one|bloke|guy|man|woman|lady|people)(?: \\S+){0,8} (?:pay|paid|say|said|sign\\w*|send|sent|name|number|use|used|called|buy|bought|who|file|get|got)',
  '(?:is|are|has|have|was|did|does) (?:my|the|our) {person}s? (?:\\S+ ){0,3}(?:using|use|with|come to|came to|gone to|been to|instructed|signed up with|hired|registered with|gone with) (?:you|your firm|yourselves)(?! (?:to|for) (?:the )?(?:meeting|appointment))',
  '(?<!(?:need|have|want|got|like) to )(?:check|look (?:at|in|into|up)|see|open|find|pull up|bring up|read|show|access) (?:\\S+ ){0,4}(?:my |the |his |her )(?:{person}|{otherSide})s? (?:\\w+ )?(?:file|case|account|documents?|papers|progress|status|stuff|messages?|application|details|record)',
  '(?:guy|man|woman|bloke|one|person|couple|clients?|people|family|lot) before (?:me|us)',
  'why (?:is|are|did|have|do) (?:the |my )?{otherSide} (?:\\w+ )?(?:selling|moving|leaving|divorcing|buying|going)',
  '(?:do|does|are|is|have|has) (?:the |my |our )?{otherSide} (?:\\S+ ){0,3}(?:money|debts?|divorc\\w*|problems?|trouble|rich|skint|job|married|broke)',
  '(?:about|for|of|is|has|did|does) (?:mrs?|ms|miss|dr) (?!right)\\p{L}+',
  '(?:your|any|which|what|who is your) (?:\\S+ ){0,2}(?:famous|richest|celebrit\\w*|biggest|well known|worst|best known)(?: \\S+)? ?(?:clients?|customers?|people)?$',
  // Anybody by name: "whats daniel whitmores phone number".
  '(?<!(?:what|when|where|who|how|this|that|it|yours?|solicitors?|lawyers?|firms?|company|companys|teams?|offices?|banks?|ombudsmans?|has|is|was|does|address|business|fees|sellers) )(?:what is|show me|give me|tell me|find|look up|get me) (?!(?:my|your|the|our|a|an|this|that|is|it|what|how|about|stamp|ground|land|service|power) )(?:\\p{L}+ )?\\p{L}+s (?:phone|mobile|home|email|e mail|telephone|bank|date|passport|case|file|documents|address|number|income|salary|password)',
  // Other clients, at all.
  "(?:other|another|someone else|somebody else|anybody else|everybody|all|all the|all your|every|rest of the|fellow)(?:'?s)? (?:clients?|customers?|users?|persons?|people|patients?|cases|files)(?! (?:see|read|look|get|access|log|find|use|think))",
  '(?:somebody|anybody) elses',
  'who else(?! (?:sees|can|looks|reads|has access|gets to))|(?:how many|which|what|list(?: of)?|names? of(?: your| the| all)?|show(?: me)?) (?:your |the |all |other )*(?:clients|users|customers|people (?:do|does|have|are|use))',
  '(?:is|was|are|do you know) \\p{L}+ (?:\\p{L}+ )?(?:also |too )?(?:a |one of your )?(?:client|customer)s? (?:of yours|too|here|as well|with you)|client of yours|act(?:s|ing)? for (?:anybody|somebody|others|other)',
  '(?:client|customer|user) (?!care|questionnaire|portal|account|area|money|is|id|for|since|of)\\p{L}{2,}(?: \\p{L}+){0,2}$',
  '(?:case|file|matter|documents?|money|details) (?:of|for|belonging to) (?:the (?:lady|man|woman|bloke|guy|couple|people|person|family|{otherSide})|mrs?|ms|miss|dr|my {person}|number \\d+)',
  'how much (?:has|have|does|did|do|is) (?!(?:i|we|you|it|this|that|stamp|they) )(?:my |the )?(?:{person}|{otherSide}|\\p{L}+) (?:say |said )?(?:\\p{L}+ )?(?:got in|paid for|earn|earns|owe|owes|have in|worth|selling)',
  'who (?:is )?(?:lives?|owns?|bought|buying|selling) (?:at|in|next|number|the (?:house|flat))',
)

/** "What did John Smith upload": a person is named who is not the one who asks. */
export const othersName =
  /\b(did|does|has|is|for|of|about|show|from)\s+(?!(?:The|My|A|An|Obi|Land|Legal|Apple|Google|England|Scotland|Wales|Northern|Stamp|Council|Money|United|E)\b)[A-Z][a-z]+\s+[A-Z][a-z]+(?:'s)?\b/
