import { ways } from './ways.ts'

const authority =
  '(?:nca|national crime\\w*|police|authorit\\w+|hmrc|tax ?man|government|regulator|fraud (?:squad|office)|home office|immigration)'
const reported =
  '(?:report(?:ed|ing|s)?|told|tell|telling|inform\\w*|pass(?:ed|ing)?|refer(?:red|ring)?|grass(?:ed|ing)?|shop(?:ped|ping)?|dob(?:bed|bing)?|call(?:ed|ing)?|contact(?:ed|ing)?|notif\\w+|speak|spoken|spoke)'
const self = '(?:i|me|my|us|we|myself)'

/** Screening, reports, suspicion and what is noted: told to nobody, whatever the truth is. */
export const untold = ways(
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
  '(?:why|what) .. (?:hiding|not telling|keeping) (?:from )?me',
)
