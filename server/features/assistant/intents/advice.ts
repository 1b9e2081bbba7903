import { ways } from './ways.ts'

/** What only a lawyer who knows the matter may judge, in whatever words it is asked. */
export const judgement = ways(
  // How it will end.
  '(?:will|would|could|can|might|do|going to|think|reckon|likely|chance|gonna) .. (?:win|lose|succeed|beat (?:them|him|her))(?: (?:my|the|this|our|it|at|in|custody|against).*)?',
  '(?:my|our|the|any|good|what) (?:\\w+ )?(?:chances?|odds|prospects|likelihood)',
  '(?:will|would|could|can|do|should|might|does|am|are|is) {we} .. (?:get|keep|lose|end up with|be given|be awarded|entitled to|owed|due|receive) .. (?:custody|compensation|compo|damages|half|residence|the (?:house|kids|children|car|dog|pension)|maintenance|alimony|prison|jail|a payout|my job|my deposit|redundancy|a fine|points)',
  '(?:go|going|sent|end up) (?:to|in) (?:prison|jail)',
  'do {we} lose (?:everything|out|it all|half)|lose (?:my|our|the) (?:deposit|house|home|kids|children|job|licence|pension)',
  'how much (?:\\w+ ){0,3}(?:compensation|compo|damages|maintenance|redundancy|payout|settlement|spousal|alimony)',
  'how much (?:money )?(?:will|would|could|can|should|do|might|am|are) {we} .. (?:get|end up with|win|awarded|claim|entitled|sue|ask for|receive)',
  'how much of .. (?:do|will|would|should|am|can|could|are) {we}|(?:what|how much) is (?:my|our|the) (?:case|claim|injury|share) worth|what (?:am|are) {we} (?:owed|entitled|due)',
  '(?<!(?:how long|when|what time|how much longer|how many weeks|how soon)(?: \\S+){0,2} )do you (?:think|reckon|feel|suppose)(?!$| (?:it|this|that|you|they|we|everything) (?:will|would|might|could|can|is going to) (?:\\S+ ){0,2}(?:done|ready|finish\\w*|take|over|complet\\w*|arrive|come)| (?:i am|im|we are) (?:a )?(?:human|robot))',
  'is it a (?:problem|big deal|worry|concern|bad sign|big problem) (?:that|if)',
  // What to do.
  '(?<!(?:what|which|how|when|where|who|whom)(?: \\S+){0,4} )(?:should|shall|ought|had) (?:{we}|my {person}) (?:better )?(?!(?:still )?have (?:had|got|heard|received))',
  'should (?:{we}|my {person}) .. (?:accept|take|sign|settle|sue|sell|buy|pull out|walk away|agree|divorce|leave|fight|appeal|plead|claim|refuse|offer|resign|tell (?:him|her|them|the (?:court|judge|police))|instead)',
  '(?:advise|recommend|suggest) (?:(?:me|us|that|to|whether|on|against|it|i|we)(?: |$))+|(?:give|need|want|get|some|any|your) (?:\\w+ )?advice(?: (?:on|about).*)?',
  'legal (?:advice|opinion|position)|(?:your|honest|frank|personal|expert|professional) (?:opinion|view|advice|take|thoughts)|give me (?:some )?advice|what do you (?:think|recommend|suggest|advise|reckon)|(?:do )?you (?:think|reckon|say|recommend|suggest) .. (?:should|ought|worth|fair|best|case|win|better|right|enough|claim|accept)',
  'if you were (?:me|us|in)|in (?:my|our) (?:shoes|position|place|situation)|what would you (?:do|advise|say|choose|pick)|would you (?:pull out|sign|accept|sell|settle|buy|walk|go ahead|take|sue|fight|appeal|leave|move)',
  '(?:is it|would it be|am i|it is|be|are we) (?:\\w+ )?(?:wise|sensible|better (?:to|off|if)|best to|a (?:good|bad) idea|worth (?:it|my|going|suing|fighting|taking|appealing|claiming|contesting|challenging|buying|holding|arguing|the risk|pursuing))',
  'worth (?:suing|fighting|taking (?:them|him|her|it)|appealing|contesting|challenging|going to (?:court|tribunal)|pursuing|making a claim)|best (?:option|course|way forward|thing to do) (?:for|in|legally|here)',
  '(?:do|can|must|to|better|just|or) (?:{we} )?(?:just )?(?:accept|take|reject|refuse|turn down) (?:the|their|his|her|this|that|an?) (?:\\w+ )?(?:offer|deal|settlement)|(?:is|was) (?:\\S+ ){0,4}(?:a )?(?:fair|good|reasonable|decent|low|enough) (?:offer|settlement|deal|price|amount|split)',
  '(?:what|which|who|how) should {we} (?:plead|claim|sue|argue|demand|say (?:in|to) (?:court|the judge|the police|my|him|her|them)|leave my|do about (?:my|the|a|him|her|them))',
  // Who is right.
  '(?:got|have|has|had|there|is (?:this|that|it)|is there|enough (?:of|for)) (?:{we} |{they} )?(?:got )?(?:a |an |any |enough )(?:\\w+ ){0,2}(?:case|claim|grounds|leg to stand on|argument|right to)(?! (?:number|reference|open|with you|on here|handler|worker))',
  'grounds (?:for|to)|(?:case|claim) against (?:me|him|her|them|my|the|us)',
  '(?:my|our|his|her|their|what) (?:\\w+ )?(?:legal )?rights?(?! (?:under|to (?:my|a copy|data|see|be forgotten)|over my data|about my data|now))',
  '(?:is|are|was|were|am|be) .. (?:legal|illegal|lawful|unlawful|against the law|a crime|allowed by law|liable|entitled|to blame|at fault|in the (?:right|wrong)|legally (?:binding|responsible|required|allowed|obliged)|within (?:my|his|her|their) rights|void|enforceable|guilty|negligent)',
  'is (?:\\S+ ){1,4}(?:will|contract|lease|tenancy|marriage|agreement|dismissal|eviction|covenant|prenup|clause|notice|trust) .. (?:valid|void|legal|binding|fair|unfair|worth|any good|count|stand up|hold up)',
  'who (?:is|was|would be|will be) (?:\\w+ )?(?:right|at fault|liable|responsible for|to blame|entitled|in the)|whose (?:fault|responsibility|fence|wall|liability)',
  '(?:is|are) (?:he|she|they|my {person}|my (?:company|work|council|bank|insurers?)|the (?:council|police|bank|builder|company|school|landlord|boss)|{otherSide}|it|we|i) (?:even |actually |legally |really )?(?:allowed|permitted|supposed to be able)(?! to (?:upload|send|use|see|view))',
  // What another may do to the one who asks, and the other way round.
  '(?:can|could|may|will|would) (?:he|she|they|my {person}|(?:the|my|our) (?:council|police|bank|builder|builders|company|work|school|court|insurers?|insurance|management company|freeholder|letting agent|agents?|debt collectors?|bailiffs?|hmrc|government|store|shop|{person})|{otherSide}|bailiffs?|somebody) (?:legally |just |still |really |even |actually |also |ever )?(?:make|force|stop|take|keep|evict|sue|sack|fire|kick|throw|chuck|refuse|charge|claim|contest|challenge|change|enter|come in|come round|demand|cut|dismiss|deduct|deny|withhold|ban|arrest|fine|prosecute|do (?:that|this|it)(?! for (?:me|us))|get away|sell|inherit|move|have|leave|raise|increase|put|pull out|back out|go back on|remove|block|hold|build|park|record|access|get(?! (?:back|in touch))|let(?! (?:me|us) know))',
  '(?:can|could|may) {we} (?:legally |just |still |really |even |actually )?(?:sue|win|evict|sack|fire|dismiss|appeal|contest|challenge|get out of|break (?:my|the|our)|be (?:forced|made|sued|evicted|jailed|sacked|fined|arrested|prosecuted|liable)|take (?:him|her|them|it|my {person}) to|stop (?:him|her|them|paying|my {person})|throw|record|withhold|press charges|get (?:him|her|them) (?:out|evicted)|claim|refuse to|keep (?:the|my)|cut (?:him|her|them|down|somebody)|disinherit|change the locks|move out|back out|pull out|get (?:my )?(?:money|deposit) back from|build|knock)',
  'do {we} (?:legally |still |really |actually )?have to (?:pay|give|let|tell|share|leave|sell|accept|declare|move out|work) .. (?:ex|wife|husband|landlord|tenant|neighbou?rs?|employer|boss|half|debts?|fine|child\\w*|maintenance|rent|notice|offer|him|her|them)',
  '(?:if|when|suppose) {we} .. (?:do|will|would|can|could|am|are) {we} (?:lose|get|have to pay|be|end up|still get|owe|win|go)',
  // Ways around the law, and fights.
  '(?:avoid|dodge|evade|get (?:around|out of|round)|reduce|minimi[sz]e|save|pay less|hide|not pay) .. (?:tax|taxes|duty|care (?:home )?fees|creditors?|maintenance|money from|assets|savings from|house from)',
  'loopholes?|sue|suing|press charges|(?:challenge|contest|overturn|dispute) (?:the|a|his|her|my|dads?|mums?|\\S+ \\S+) ?will',
)

/** "Should I send the back too?" is a question about the portal, and no lawyer is needed for it. */
export const aboutThePortal = ways(
  '(?:upload\\w*|scan|photograph|selfies?|photos?|pictures?|camera|passports?|licences?|bills?|statements?|payslips?|certificates?|id|ids|click|press|choose|page|portal|app|forms?|questionnaire|chat|password|bring|log in|sign in|appointments?|meetings?|draft|box|file type|pdf|jpe?g|heic|signatures?|electronic\\w*|online|screen|original|copies|copy)',
  '(?:should|shall|must|need to|have to|better|best) (?:{we} )?(?:to )?(?:just |first |also )?(?:book|ring|phone|call|come (?:in|to)|pop in|fill|type|attach|reply|log|register|download|print|pay (?:you|by|online|here|the (?:search )?fees?|now|today)|wait for (?:you|your|a letter|the letter|an e ?mail)|tell you|let you)',
  '(?:sue|claim|appeal|divorce|evict) (?:\\S+ ){0,3}(?:through|using|with) (?:you|your firm|yourselves)|be (?:there|in|present|at home)|(?:vat|the vat|expenses|receipt)|do (?:next|first|now)|(?:send|give|show|tell|email) (?:you|it|them|my)|speak to|talk to|contact',
)
