import { fits, ways } from './ways.ts'

const authority =
  '(?:nca|national crime\\w*|police|authorit\\w+|hmrc|tax ?man|government|regulator|fraud (?:squad|office)|home office|immigration)'
const reported =
  '(?:report(?:ed|ing|s)?|told|tell|telling|inform\\w*|pass(?:ed|ing)?|refer(?:red|ring)?|grass(?:ed|ing)?|shop(?:ped|ping)?|dob(?:bed|bing)?|call(?:ed|ing)?|contact(?:ed|ing)?|notif\\w+|speak|spoken|spoke)'
const self = '(?:i|me|my|us|we|myself)'

/** Screening, reports, suspicion and what is noted: told to nobody, whatever the truth is. */
const untold = ways(
  `${reported} .. ${self} .. (?:${authority}|launder\\w*|fraud\\w*|crime)`,
  `(?:you|firm|somebody|anybody|they|priya|been|is|am) .. ${reported} .. ${authority}`,
  `(?:have|has|did|are|is|was|am|been) (?:you|i|we|somebody|anybody|they|the firm|it|this) (?:been |being |gone and |going to |already )*(?:report(?:ed|ing)? (?:me|us)|reported)`,
  `(?:am|are|was|were|been|being|is|have|has|got) .. (?:flagged|blacklisted|reported|screened|watched|monitored|investigated|red flagged|under suspicion|under investigation|vetted|profiled)`,
  '(?:flag|flags|flagged|red flag\\w*|alerts?|hits?|marker) .. (?:me|my (?:name|file|account|case)|for something|against)',
  `(?:think|thinks|reckon|believe|suspect|say|saying|accus\\w+|treat\\w*|look|looks|calling|assume|worried|sure|convinced) .. ${self} .. {dodgy}`,
  `(?:think|thinks|believe|suspect|suspects|accus\\w+|assume) .. {dodgy}`,
  `(?:am|are) (?:i|we) (?:\\w+ )?(?:{dodgy}|a suspect|under|high risk|low risk|medium risk|risky|a risk|a problem client|on .. list|in trouble)`,
  `(?:anything|something|nothing|what is so|what is) (?:\\w+ )?{dodgy} (?:about|with|on|in)`,
  `(?:do|does|did) (?:you|they|the firm|priya) (?:not |even |actually )?(?:trust|suspect|believe) ${self}`,
  '(?:risk|threat|trust) (?:score|level|rating|category|profile|grade|band|class\\w*|status|assessment (?:result|score|outcome|say))|(?:high|low|medium|what)(?: kind of)? risk (?:client|customer|person|am i|are we|is my)',
  '(?:how|what|where) .. (?:risk\\w*|rate[ds]?|scored?|graded?|classed) (?:am i|are we|me|my file|my case)|(?:rated?|scored?|graded?|classed) (?:me|us)',
  '(?:sanctions?|watch|black|terror\\w*|pep|fraud|wanted|bad) ?lists?|on (?:a|any|some|the|your|one of) (?:\\w+ )?lists?|sanctioned|sanctions? (?:check|search|screening)|interpol|cifas',
  '(?:come|came|show|showed|pop|popped|flag|flagged) up .. (?:check\\w*|list|search\\w*|screen\\w*|system|about me|on me)',
  '(?:screening|adverse media|background|aml|money laundering|criminal record|pep|sanctions?|dbs|fraud) (?:checks?|search\\w*|results?|hits?|report|screening) (?:on me|about me|results?|find|found|show|showed|say|said|come|came|bring|brought|pass|fail|flag|back)|(?:result\\w*|outcome|findings?) of .. (?:screening|background|aml|money laundering|sanctions?|risk)',
  'what (?:did|have|has|do) (?:the|your|those|these|all the) (?:\\w+ )?(?:checks?|search|screening|background checks?) .. (?:find|found|show|shown|say|said|throw|thrown|bring|brought|turn|turned|uncover\\w*|reveal\\w*)',
  '(?:pass|passed|fail|failed) (?:the |your |my )?(?:aml|money laundering|background|screening|risk|sanctions?|vetting|pep)',
  'suspicious activity|suspicious transaction|(?:file|filed|filing|made|make|making|submit\\w*|put in|raised?) (?:a |an |any )?sars? (?:on|about|against|for|to|with)|(?:file|filed|submit\\w*|put in) (?:a |an |any )?sars?|sars? (?:on|about|against|been|gone|filed)|consent from the nca|defence against money|tipp(?:ed|ing) off',
  '(?:look(?:ing|ed)?|digg?(?:ing)?|dug|check(?:ing|ed)?|investigat\\w*|watch(?:ing|ed)?|monitor\\w*|spy(?:ing|ied)?|snoop\\w*) (?:into |up on |on |at )?(?:me|us|my (?:background|past|history|finances|affairs|account))',
  `(?:am|are|is|being|been) .. investigat\\w*|under investigation|investigat\\w+ (?:me|us|my)`,
  '(?:internal|private|confidential|secret|hidden|staff|solicitors?) (?:notes?|files?|comments?|opinions?|assessments?|flags?|records?|remarks?|emails?)',
  '(?:notes?|comments?|remarks?|wrote|written|write|writing|said|saying|say|opinion|talk\\w*|gossip\\w*) (?:is |are |do |have |you |they )*(?:about|on|against) (?:me|us)(?! in the (?:letter|contract|form))',
  'what (?:do|does|did) (?:you|they|the firm|the solicitor|my solicitor|priya) (?:\\w+ )?(?:think|make|reckon) (?:of|about) (?:me|us|my (?:money|story|file|explanation|answers))',
  '(?:why|what is the reason|what (?:made|caused|triggered)|who (?:put|sent|decided|asked)) (?:\\S+ ){0,8}(?:manual(?:ly)? (?:review\\w*|check\\w*|look\\w*)|referred|escalated)',
  '(?:why|what) .. (?:hiding|not telling|keeping) (?:from )?me',
)

const bad =
  '(?:bad|dodgy|iffy|funny|fishy|odd|weird|strange|unusual|wrong|suspicious|suspect|clean|clear|dirty|negative|positive|a match|matched|flagged|a hit|trouble)'
const watched =
  '(?:watched|followed|tracked|checked up|looked into|investigated|profiled|vetted|judged|monitored|screened|reported|flagged|discussed|talked about)'

/** The same asked round about: why it is slow, what would make the firm do it, who else knows. */
const roundabout = ways(
  '(?:hold\\w*|held|stall\\w*|stuck|stop\\w*|delay\\w*|slow\\w*|paus\\w+|block\\w*|froz\\w+|taking (?:so )?long|dragging|waiting) (?:\\S+ ){0,8}(?:compliance|risk|aml|launder\\w*|suspic\\w*|suspect\\w*|police|nca|{dodgy}|flag\\w*|sanction\\w*|screen\\w*|where i (?:am|come) from|my (?:past|record|nationality|religion|country|race|surname|name|family|background)|of the cash|of my cash)',
  '(?:compliance|money laundering|aml|mlro|fraud) (?:team |people |officer |department |lot |guys )?(?:\\S+ ){0,4}(?:hold\\w*|stuck|think\\w*|said|say|says|look\\w*|ask\\w*|quer\\w*|concern\\w*|problem|issue|worr\\w*|trust|happy|got (?:my|me)|after me)',
  '(?:bank|account|accounts|card|barclays|lloyds|hsbc|natwest|santander|monzo|halifax) (?:\\S+ ){0,5}(?:fr[eo]ze\\w*|frozen|blocked|shut|closed|locked|restricted|suspended) (?:\\S+ ){0,8}(?:you|your)(?! (?:help|card payment))',
  '(?:did|was|is|have|has) (?:that|it|this|you) (?:\\S+ ){0,4}(?:your doing|down to you|because of you|come from you|came from you|you who|told (?:the|my) bank|tell (?:the|my) bank)',
  '(?:how much|what|which|when|how many) (?:\\S+ ){0,6}(?:makes?|triggers?|before|until|for|would|will|do|does|at) (?:you|a solicitor|solicitors|the firm|it|they|them|somebody|lawyers|have|make) (?:\\S+ ){0,4}(?:report\\w*|flag\\w*|suspicious|inform|notify|raise the alarm|tell the (?:police|authorit\\w+|nca)|ask questions)(?! (?:a fault|a problem|a bug))',
  '(?:how|when|who|what) (?:do|does|would|did) (?:you|the firm|they|a solicitor|solicitors) (?:decide|know|tell|work out|choose|judge|spot|detect|pick up|look for) (?:\\S+ ){0,6}(?:suspicious|risky|high risk|{dodgy}|to report|flag\\w*|launder\\w*)',
  'what (?:counts as|looks|would look|is considered|makes somebody|makes a client|seems) (?:\\S+ ){0,2}(?:suspicious|{dodgy}|a red flag|risky)',
  '(?:avoid|without|stop|not|never|so i do not|get round|get around|stay under) (?:\\S+ ){0,4}(?:flagged|reported|flagging|reporting me|suspicious|the radar|triggering|raising (?:any )?(?:flags|suspicion|alarms?))',
  `(?:checks?|screening|background|name|id) (?:\\S+ ){0,4}(?:come|came|coming|show\\w*|turn\\w*|flag\\w*|was|is|were|look\\w*) (?:\\S+ ){0,3}${bad}(?! (?:side|way|name|page|size))`,
  '(?:my|our) name (?:\\S+ ){0,4}(?:come|came|pop\\w*|appear\\w*|match\\w*|flag\\w*|hit|ring\\w*|on) (?:\\S+ ){0,4}(?:lists?|alerts?|database|hit|bells?|watch\\w*|sanction\\w*|anything bad)',
  '(?:find|found|finding|turn\\w* up|dig\\w* up|know|see|seen|pick\\w* up|throw\\w* up|threw up|show\\w* up|come up|came up) (?:\\S+ ){0,4}(?:(?:old |past |spent |criminal |previous |my )+(?:convictions?|record|arrest|bankruptcy|offences?|caution|history)|ccjs?|my past|something on me|anything on me|dirt)',
  '(?:shop|shopped|grass|grassed|dob|dobbed|inform\\w*|snitch\\w*|flag\\w*|rais\\w+|complain\\w*|report\\w*) (?:\\S+ ){0,2}(?:on|about|against) (?:me|us)(?! (?:to the ombudsman))|report(?:ing|ed)? (?:me|us)(?! (?:a|the|that))|report(?:ing|ed)? on (?:me|us)',
  '(?:you|solicitors?|lawyers?|priya|they|she|he|staff|team|firm|people|somebody|anybody) (?:\\S+ ){0,5}(?:notes?|comments?|write|wrote|written|put down|record\\w*|log\\w*|opinion|impression|discuss\\w*|gossip\\w*|whisper\\w*) (?:\\S+ ){0,5}(?:about|on|against|regarding) (?:me|us|my|our)',
  `(?:am|are|was|were) (?:i|we) (?:\\S+ ){0,3}(?:high|low|medium|risky|trusted|clean|in the clear|in trouble|being ${watched}|${watched}|a (?:risk|suspect|criminal|red flag|concern|person of interest)|rated|scored|graded|on (?:your|the|a|any|some) (?:\\S+ )?(?:list|radar))(?! (?:priority|street|enough|quality|resolution|floor))`,
  '(?:is|are|was|were|has|have) (?:somebody|anybody|people|you|they|the firm|the police) (?:\\S+ ){0,3}(?:asking about|looking into|checking up on|investigating|watching|talking about|discussing|after|onto|on to|spying on|monitoring|suspicious of|suspicious about) (?:me|us|my (?:money|past|background|finances|affairs|family))',
  '(?:something|anything|what|things) (?:\\S+ ){0,4}(?:you|they|she|he|firm|solicitor) (?:\\S+ ){0,2}(?:not telling|not tell|not allowed to (?:tell|say)|hiding|keeping from|not supposed to (?:tell|say)|can not tell)',
  `(?:${authority}|dwp|dss|benefits (?:people|office|agency)|social services|police) (?:\\S+ ){0,4}(?:know\\w*|told|find out|get told|been in touch|contact\\w*|ask\\w*|involved|after) (?:\\S+ ){0,3}(?:about|after|you|of|from you|me|by you) ?(?:me|us|my|this|it)?`,
  '(?:why|how come) (?:\\S+ ){0,4}(?:more|extra|so many|again|another|all these|keep (?:asking|checking)) (?:\\S+ ){0,4}(?:think|suspect|suspicious|trust|believe|criminal|{dodgy})',
  '(?:do|does|did|dont) (?:you|they|she|he|the firm|priya) (?:\\S+ ){0,2}(?:trust|suspect|believe|doubt) (?:me|us|my (?:story|word|money|explanation))',
)

const officials =
  '(?:police|cops|polis|coppers|feds|nca|crime agency|hmrc|tax ?man|tax office|inland revenue|authorit\\w+|home office|immigration|dwp|benefits (?:office|people|agency)|government|fraud squad|regulator|social services|social)'
const firmly =
  '(?:you|your|firm|they|she|he|priya|anybody|somebody|solicitors?|lawyers?|team|staff|office|people)'

/** Broader still: who worries about the client, and whom it is passed to. */
const misgivings = ways(
  `${firmly} (?:(?!i )\\S+ ){0,5}(?:concerns?|concerned|worr\\w+|suspicious|suspicions?|doubts?|uneasy|unhappy|uncomfortable|wary|misgivings) (?:\\S+ ){0,2}(?:about|of|with|over) (?:\\S+ ){0,2}(?:me|us|my|our)`,
  '(?:marked|listed|recorded|noted|down|labelled|tagged|registered|classed|logged|treated|treating me) (?:\\S+ ){0,3}(?:as|for|like) (?:a |an )?(?:problem|pep|risk\\w*|trouble\\w*|suspect|{dodgy}|high|concern|politically|criminal)|(?:black|bad) mark|(?:mark|strike|anything|something|it) (?:held )?against (?:me|us|my name)',
  '(?:computer|system|software|machine|algorithm|ai|robot) (?:\\S+ ){0,3}(?:say|says|said|think|thinks|flag\\w*|decid\\w*) (?:\\S+ ){0,3}(?:about|on) (?:me|us)',
  `${firmly} (?:(?!i )\\S+ ){0,4}(?:go|going|gone|went|been|talk\\w*|speak\\w*|spok\\w+|in touch|rung|call\\w*|contact\\w*|ask\\w*|told|tell|inform\\w*|involv\\w*|pass\\w*|hand\\w*) (?:(?!council )\\S+ ){0,4}${officials}`,
  `${officials} (?:\\S+ ){0,3}(?:asking|asked|been|hear|heard|know|find out|contact\\w*|involved|get|got) (?:\\S+ ){0,5}(?:about me|you|from you|about my|about this|through you)`,
  '(?:tell|report|inform|notify|pass|telling|reporting) (?:\\S+ )?(?:anybody|somebody|others|other people|anywhere) (?:\\S+ ){0,3}(?:about|on|against) (?:me|us|my|our)',
  '(?:compliance|mlro|money laundering|fraud|risk) (?:officer|team|person|people|department|lot|lady|man|guy|partner|manager|bod)|money laundering (?:thing|test|check (?:on me|result))',
  '(?:my|our|am i|are we|me) (?:\\S+ ){0,5}(?:suspicious|suspicion|suspected|flagged|red flags?|{dodgy})|(?:red flags?|suspicions?) (?:\\S+ ){0,5}(?:my|me|our)',
  '(?:differently|slower|longer|harder|extra|singled out|picked on|discriminat\\w*|held up|hold up|stuck|questions|checks|treated) (?:\\S+ ){0,5}(?:because|due to|cause|since|cos) (?:\\S+ ){0,3}(?:i am (?!a first|selling|buying|abroad|away|new|waiting|in a chain)|my (?:name|nationality|religion|skin|accent|country|race|past|record|family))|(?:because|cause) of (?:my|the) (?:name|nationality|religion|skin|accent|country|race|past|record|cash)',
  '(?:shopped|grassed|dobbed|snitched|reported|flagged|ratted) (?:on |up )?(?:me|us)(?! (?:as|for) (?:done|paid))',
  '(?:if|was|been|were|whether|has) (?:a |any |there been a |there )?sars? (?:\\S+ ){0,2}(?:made|filed|been|sent|put|raised|submitted|done)|if there (?:is|was) a sar',
  '(?:limit|threshold|amount|maximum|most|how much|cut ?off|how many) (?:\\S+ ){0,8}(?:before|without|until) (?:\\S+ ){0,4}(?:report\\w*|flag\\w*|suspicious|tell (?:the|any)|ask questions|raise)',
  '(?:checks?|search\\w*|find|found|show|shows|showed|come up|came up|know|turn up|see) (?:\\S+ ){0,6}(?:been (?:in|to) (?:prison|jail)|criminal|conviction|convicted|arrested|bankrupt\\w*|ccjs?|been inside|done time|a record|on benefits)',
  '(?:something|anything|what|nothing) (?:\\S+ ){0,2}(?:come|came|coming|crop\\w*|flash\\w*|pop\\w*|show\\w*|turn\\w*) up (?:\\S+ ){0,2}(?:on|in|about|with|from) (?:me|us|my (?:check|background|name|file|search|id check)|your check|the check)',
  '(?:something|anything|what) (?:bad|wrong|negative|dodgy|funny|iffy) (?:\\S+ ){0,3}(?:show|come|came|turn|pop|flash|find|found)\\w*',
  '(?:what|who|anything|something) (?:\\S+ ){0,3}(?:when|after|once) (?:you|they|the firm) (?:searched|checked|googled|screened|looked up|ran|looked into|vetted) (?:me|us|my name)',
  '(?:doubt\\w*|suspect\\w*|mistrust\\w*|distrust\\w*) (?:me|us|my (?:word|story|honesty|money))|(?:build\\w*|mak\\w+) a case (?:on|against) (?:me|us)|behind my back|dirty money|my (?:trust |risk )?rating',
  'internal (?:review|note|check|decision|discussion|assessment)|behind the scenes|review(?:er|ers)? (?:\\S+ ){0,3}(?:write|wrote|think|thinks|thought|conclude\\w*|suspect\\w*)',
)

/** What the client tells of or asks to do: a fault, a swindler, somebody else. */
const toldByThem = ways(
  '(?:{we}|how do|where do|who do|can|should|want to|need to|like to) (?:\\S+ ){0,2}(?:report|flag) (?:a|an|the|this|that|it|my (?:landlord|neighbour|employer|builder|ex|card|lost)|somebody|to)',
  '(?:dodgy|suspicious|strange|weird|odd|fishy|funny) (?:looking )?(?:e ?mails?|texts?|messages?|links?|websites?|sites?|calls?|phone calls?|letters?|caller|number)',
  '(?:what is|what are|explain|define|meaning of|why (?:is|are) there) (?:a |an |the )?(?:money laundering|compliance|politically exposed\\w*|red flags?|sars?|suspicious activity report)(?: (?:checks?|rules?|mean|regulations?|officer|for))*$',
  'victim of|(?:identity|card|details|phone|purse|wallet) (?:was |were |got |been )?(?:stolen|cloned|hacked)|(?:stamp duty|tax return|inheritance tax|council tax)',
  '(?:risk assessment|assessment) (?:form|questionnaire|task|page)|what is (?:the |a )?risk assessment$',
)

/** Whether it is asked what may be told to nobody. */
export const isUntold = (text: string) =>
  fits(text, untold) || ((fits(text, roundabout) || fits(text, misgivings)) && !fits(text, toldByThem))
