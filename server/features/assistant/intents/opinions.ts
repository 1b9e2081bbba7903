import { ways } from './ways.ts'

const court = '(?:judge|court|tribunal|jury|magistrates?|sheriff|bench)'
const theirs =
  '(?:mortgage (?:company|lender|people)|lender|buyers?|purchasers?|sellers?|landlord|tenant|neighbours?|ex|husband|wife|council|police|court|hmrc|tax ?man|tax office|dwp|insur\\w+|employer|boss|noise|damp|disputes?|subsidence|japanese knotweed|family|brothers?|sisters?|creditors?)'
const onThePortal =
  '(?:upload|transfer|give (?:you|out|my)|send|use|email|come|bring|take a|photograph|scan|give you|show you|put (?:in )?my|book|pay|sign (?:here|on|online|electronically|this on)|ask|type|share|wait|call|ring|phone|write|message|click|open|log|download|leave it|do (?:it|this|that) (?:later|tomorrow|online|on))'

/** What somebody who knows the law would have to weigh, also where papers are named. */
export const opinions = ways(
  `(?:what|how|would|will|might|could|does|do) (?:\\S+ ){0,3}${court} (?:\\S+ ){0,4}(?:say|think|decide|do|rule|give|view|see|make of|award|likely|favour|side|believe|look at|take)`,
  `(?:do|must|should|would|will) {we} (?:\\S+ ){0,2}(?:have to|need to|got to|must|be better|legally|obliged to) (?:tell|disclose|declare|mention|admit|reveal|warn) (?:\\S+ ){0,5}${theirs}`,
  `is it (?:\\w+ )?(?:safe|ok|okay|alright|all right|fine|smart|clever|risky|reckless|stupid|mad|legal|too (?:early|soon|risky)) (?:for (?:me|us) )?(?:to|if (?:i|we)) (?!(?:just |only |also |still )?${onThePortal})`,
  `(?:can|could|will|would|might) (?:(?:my|the|a|an|our|his|her|their|some) (?:\\S+ ){1,3}|(?:he|she|they) (?:\\w+ )?)(?:stop|make|force|evict|sue|kick|throw|contest|block|prevent|refuse|chase|arrest|jail|fine|take|repossess|chuck|keep|charge|increase|raise|put up|enter|deport|sack|cheat|cut) (?:me|us|my|our|it|the (?:sale|house|kids|children|will|move|divorce))(?! (?:to (?:the|my) (?:page|task)))`,
  '(?:can|could|may|how do|how can|how could) {we} (?:\\S+ ){0,2}(?:get out of|break|wriggle out|walk away from|end|leave|terminate|stop paying|refuse|ignore|withhold|fight|overturn|appeal) (?:\\S+ ){0,4}(?:lease|tenancy|rent|mortgage|debts?|loans?|fine|maintenance|notice|will|marriage|contract|order|decision|covenant)(?! (?:with you|of yours))',
  '(?:how|what) (?:do|should|can|could|would|will) {we} (?:\\S+ ){0,3}(?:argue|fight|defend|win|get custody|prove (?:he|she|they|it was)|beat|stop (?:him|her|them|my {person}|the {person}|{otherSide})|force|make (?:him|her|them|my ex)|get (?:him|her|them) (?:to|out|off)|say (?:to|in) (?:the )?(?:court|judge|police))',
  '(?:what|who) (?:happens|will happen|would happen|could happen) (?:\\S+ ){0,2}(?:if|when) {we} (?:\\S+ ){0,3}(?:stop paying|refuse to|ignore|lie|lied|hide|do not (?:attend|turn up|go to court|tell (?:the|him|her|them|my)))(?! (?:\\S+ ){0,3}(?:upload|photo|form))',
  '(?:dodge|dodging|avoid|avoiding|get (?:out of|round|around)|escape|hide|hiding|shelter|protect) (?:\\S+ ){0,5}(?:care (?:home )?(?:fees|costs)|care home|tax|duty|creditors?|bailiffs|ex|maintenance|inheritance|child support|means test)',
  '(?:put|putting|sign|signing|transfer|give|giving) (?:\\S+ ){0,4}(?:in|into|to|over to) (?:\\S+ ){0,2}(?:kids?|child\\w*|sons?|daughters?|wifes?|husbands?|mums?|brothers?|somebody elses) (?:\\S+ ){0,4}(?:so|before|dodge|avoid|safe|lose|tax|fees|care)',
  '(?:am|are) {we} (?:\\S+ ){0,3}(?:liable|legally responsible|responsible for (?:his|her|their|the|my)|entitled|at fault|to blame|guilty|in the wrong|in breach|breaking the law|obliged|legally)(?! (?:to legal aid|to a copy))',
  '(?:which|what|who) (?:\\S+ ){0,5}(?:better|best|safer|wiser|smarter|right) (?:\\S+ ){0,2}(?:for (?:me|us|my)|option|choice|off)(?! (?:\\S+ ){0,2}(?:photo|file|upload|call|pay))',
  '(?:am i|are we|would i be|is it) (?:\\w+ )?(?:daft|stupid|mad|crazy|silly|foolish|naive|nuts|wrong|right|wise|smart) (?:to|in|for)',
  'is (?:that|this|the|a|any|it|my|their|his|her) (?:\\S+ ){0,5}(?:clause|term|condition|contract|notice|offer|price|settlement|lease|rent|tenancy|agreement|will|prenup|covenant)(?: \\S+){0,3} (?:normal|usual|standard|fair|any good|binding|too high|too low|bad|legal|reasonable|worth|valid|enforceable)',
  'who (?:gets|keeps|inherits|ends up with) (?!to |my |(?:the )?(?:keys?|documents?|money|files?|papers?|papers)\\b)',
  'what happens to (?:the|my|our|his|her) (?:\\w+ )?(?:house|home|flat|money|pension|kids|children|business|car|estate|debts?|dog) (?:\\S+ ){0,4}(?:if|when)|if i die (?:who|what|does|do|will|can|is)',
  'how (?:do|can|could|would) {we} (?:make sure|ensure|stop|prevent|keep) (?:\\S+ ){0,2}(?:my )?(?:{person}|him|her|them|he|she|they)(?! (?:can see|from seeing my))',
  'does (?:that|this|it) mean (?:i|we|he|she|they) (?:\\S+ ){0,3}(?:own|owns|lose|lost|owe|liable|win|won|responsible|evict\\w*|bound|guilty)',
  '(?:look over|look at|read|check|go through|review) (?:\\S+ ){0,5}(?:contract|lease|agreement|will|settlement|clause|offer|letter) (?:\\S+ ){0,2}(?:and|to|if|see) (?:\\S+ ){0,3}(?:tell|say|see|fair|ok|good|right|normal)',
  '(?:best|cleverest|right|smartest|quickest|cheapest|easiest) way (?:to|of|for|out) (?:\\S+ ){0,3}(?:fight\\w*|win|get out|avoid|deal with (?:him|her|them|my)|split|divide|handle|sue|evict|stop|protect|leave|keep the|hide|beat|challenge)',
  '(?<!you (?:\\S+ ){0,2})(?:cheating|conning|ripping|fiddling|screwing|robbing|taking advantage of) (?:me|us)',
  '(?:is|are|was) (?:he|she|they|my {person}|the {person}|{otherSide}) (?:\\S+ ){0,3}(?:breaking|against|in breach of|above) the? ?(?:law|rules|contract|terms)',
  'do {we} (?:\\S+ ){0,2}(?:have|need|got) to (?:pay|give|let|share|support) (?:my |the )?(?:{person}|him|her|them)(?! (?:the fee|a copy|my (?:id|documents)))',
  '(?:does|do|is|will) (?:my|the|his|her|our|their|a) (?:\\S+ ){0,3}(?:testament|wills?|prenup|contract|tenancy|lease|marriage|notice) (?:\\S+ ){0,2}(?:count|stand|valid|hold up|mean anything|still good|legal|void)',
  '(?:off the record|between (?:us|you and me|ourselves)|gut feeling|your gut|hand on heart|honest(?:ly)? (?:do|would|should)|in your (?:shoes|experience|opinion|view)|what do most people (?:do|accept|get)|if it (?:was|were) you|if you was me|you was me)',
  '(?:is|was|does|sound|sounds|seem|seems) (?:\\S+ ){0,6}(?:fair|reasonable|a good (?:deal|offer|settlement)|a fair (?:deal|offer|settlement|split|price)|worth (?:it|fighting|taking)) (?:\\S+ ){0,4}(?:offer|deal|settlement|split|payout|price)',
  'is (?:£ ?)?\\d+ ?(?:k|grand|pounds|thousand|percent)?(?: \\S+){0,3} (?:fair|enough|reasonable|too (?:little|low)|a good|about right|a decent)',
)
