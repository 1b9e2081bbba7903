import { ways } from './ways.ts'

export type FilePart =
  | 'tasks'
  | 'payments'
  | 'documents'
  | 'appointments'
  | 'cases'
  | 'messages'
  | 'signatures'

const firm =
  '(?:you|they|he|she|anybody|somebody|everybody|nobody|priya|it|the (?:firm|solicitors?|lawyers?|team|office)|(?:my|our|your) (?:solicitors?|lawyers?|team|lady|man)|\\p{L}+)'
const got =
  '(?:got|get|getting|received?|receiv\\w+|had|have|seen|see|checked|check|looked|look|read|accepted|accept|approved|approve|verified|verify|reject\\w*|turned?|refused?|reviewed|taken|take|processed)'
const moved =
  '(?:through|thru|in|out|ok|okay|come|came|gone|go|went|got|get|arrived?|landed?|reach\\w*|received?|cleared?|taken|paid|there|work|worked|declined|failed|bounced)'
const day =
  '(?:today|tomorrow|tonight|this (?:week|morning|afternoon|evening)|next week|on (?:mon|tue|wed|thu|fri|sat|sun)\\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thurs?|fri|at \\d+)'
const heard =
  '(?:replied|reply|answered|answer|responded|respond|written|write|wrote|messaged?|emailed?|texted?|rung|rang|phoned|called|contacted|got back|get back|come back|been in touch)'

/** What of the client's own file is asked for: the state of a thing of one's own, not how it is done. */
export const parts: [FilePart, RegExp[]][] = [
  [
    'appointments',
    ways(
      `(?:when|what time|what day|which day|what date|where|how long till|how long until|who|how soon|if|whether|remind) .. (?:my|our|next|the|this) (?:\\w+ ){0,2}{meeting}`,
      `(?:when|what time|what day|where|who|which day) (?:am|are|will|should|(?<=(?:when|time|day|who) )do) {we} (?:\\w+ ){0,4}(?:see|seeing|meet|meeting|speak|speaking|talk|talking|come|coming|due|booked|in with|supposed to|visiting|need to be)(?! (?:my documents|the money|to (?:about|regarding|if|when|for)))`,
      `(?:do|have|are|is) (?:{we}|there) (?:still )?(?:got |have )?(?:\\w+ ){0,3}{meeting}(?! (?:work|take|cost))`,
      '(?:anything|something|a slot|a meeting|am i|are we|are we still) (?:still )?(?:booked|on|in the diary|on the calendar)(?: in)?|booked in (?:with|for|to see)|in (?:the|your|priyas|my) diary',
      `(?:is|has|was|are) (?:my|our|the) (?:\\w+ ){0,3}{meeting} (?:\\w+ ){0,2}(?:on|still|confirmed|happening|cancelled|moved|booked|in person|online|tomorrow|today|changed|going ahead)`,
      `(?:what time|which day|what day) (?:is it )?(?:on )?${day}|(?:got|have|put) me (?:down|in|booked)(?: \\w+)? (?:for|on|at)|(?:show|list|view|see) (?:me )?(?:my|our) (?:\\w+ )?{meeting}`,
      `(?:any|upcoming|next|coming) (?:upcoming |next |booked |future )?(?:appointments?|meetings?)(?: .*)?(?:booked|coming|soon|week|today|tomorrow|left|planned|scheduled)?$`,
      `who (?:is|are) (?:my|our|the) {meeting} with|who (?:do|am|will|should) {we} (?:\\w+ )?(?:see|seeing|meet|meeting) ${day}`,
      `(?:is|was) (?:it|that) (?:\\S+ ){0,3}${day}(?: \\S+){0,4} {meeting}|(?:is|was) (?:my|our|the|that) (?:\\S+ ){0,2}{meeting}(?: \\S+){0,4} ${day}`,
      '(?:have|do) {we} (?:got |have )(?:anything|something) (?:on|booked|coming up|in the diary|with (?:you|priya))|am i (?:due|expected|supposed to be|meant to be) (?:in|there|with you|at yours)',
      `(?:remind me|forgot|lost|can not remember|can not find) (?:\\S+ ){0,5}(?:when|what time|what day|where|date|time) (?:\\S+ ){0,4}{meeting}|(?:date|time|details) (?:of|for) (?:my|our|the) (?:\\S+ ){0,2}{meeting}`,
    ),
  ],
  [
    'payments',
    ways(
      `(?:have|has|did|is|was|if|whether|where is) (?:my|our|the) (?:\\w+ ){0,2}{money} .. ${moved}`,
      `(?:have|did|has|if|whether) ${firm} (?:\\w+ ){0,2}(?:received?|got|get|had|seen|taken?|take) (?:\\S+ ){0,4}(?:{money}|paid|£.*)(?! (?:advice|evidence))`,
      '(?:show|list|view|see) (?:me )?(?:my|our) (?:\\w+ )?(?:payments?|bills?|invoices?|fees)$|(?:any|my|our|the) (?:last |next |first |latest )?(?:payments?|bills?|fees?) (?:still )?(?:due|open|outstanding|waiting)|(?:how much|when|what) (?:was|is|were) (?:my|our|the) (?:last|next|latest|first|final|current|total) (?:payment|bill|fee|invoice|balance|amount)|(?:amount|sum|total) (?:that )?{we} (?:\\w+ )?(?:need|have|got|must|owe)|did (?:the|my) (?:money|payment|transfer) (?:leave|go|arrive|reach|come)',
      '(?:what|how much|anything|is there|any) (?:\\S+ ){0,3}(?:outstanding|owing|due|overdue|unpaid|to settle|remaining) (?:\\S+ ){0,3}(?:pounds|£|money|amounts?|sum|balance|fees?|bills?|invoices?|in cash|on my (?:account|bill))',
      '(?:outstanding|unpaid|overdue|open) (?:balance|fees?|bills?|invoices?|payments?|amounts?)|(?:am|are) {we} (?:all )?(?:square|straight|settled up|paid up|in credit|in arrears|behind with)|(?:money|pounds|£) (?:\\S+ ){0,3}(?:outstanding|owing|owed to you)',
      '(?:have|did) {we} (?:\\S+ ){0,2}(?:miss|missed|forget to make|forgot) (?:a |any |the )?payment|(?:is|are) there (?:\\S+ ){0,3}(?:fees?|bills?|payments?|invoices?|charges?) (?:\\S+ ){0,3}(?:pay|due|outstanding|open|waiting|settle)',
      '(?:what|how much|anything|something|do) .. (?:owe|owing|unpaid|overdue)(?! (?:him|her|them|my|when somebody|on the estate))|owe (?:you|anything|something)',
      'how much .. (?:due|outstanding|left to pay|is outstanding|to pay now|still to pay)|(?:anything|something|what|is there|are there) (?:(?!ways?|other|another)\\S+ ){0,3}(?:left |still |else |more )?to pay(?! (?:for a|stamp))',
      'how much (?:do|have|must|should|am|are) {we} (?:still |got to |supposed to |meant to |have to |need to )*(?:pay|paying|transfer|send)(?: (?:you|now|in total|altogether|today|next|at the moment))?$',
      '(?:have|did|if|whether|what have|what did|how much have|how much did|that) {we} (?:already |actually |fully )?(?:paid|pay|settled)(?! (?:twice|double|too much))',
      `(?:my|our) (?:balance|payments?|account balance|payment history)(?! (?:\\w+ )?(?:declin\\w*|fail\\w*|refus\\w*|not|will not|did not|does not|keeps))`,
      'payment (?:status|history|arrived|received|due|plan so far)|(?:when|how much) is (?:my|the|our|it|that) (?:\\w+ )?(?:payment|fee|fees|invoice|balance)|am i (?:all )?paid up|all paid up|(?:what|how much) is my (?:\\w+ )?(?:bill|total)(?! (?:for|so|more|higher))',
    ),
  ],
  [
    'signatures',
    ways(
      '(?:anything|something|what|which (?:\\w+ )?|documents?|papers?|forms?|letters?|contracts?|more|stuff) (?:(?:do|have|that|else|is|there|i|we|am|are|still|got|left|waiting|need|needs|now|you|more|want|me) ){0,5}(?:to be signed|for me to sign|to sign|need signing|needs signing|needs my signature|for my signature)$',
      '(?:do|have|did|must|is there|are there|if|whether|what do|what have) (?:{we}|it|this) (?:\\w+ ){0,5}(?:sign|signed|signing|signature|signatures)(?: (?:anything|something|any more|it|them|now|yet|still|else|for you))*$',
      '(?:waiting|outstanding|left) .. (?:my signature|signing|to sign|signatures?)$|(?:have|did) i (?:already )?sign(?:ed)?|(?:have|has|did) (?:you|they|it) .. (?:got |get |received? )(?:my|the) (?:signature|signed)|(?:what|which) .. (?:have|did) i sign\\w*',
      `(?:contracts?|letters?|papers?|documents?|deeds?|forms?|thing|agreement|bit|one|what) (?:that |which )?{we} (?:\\w+ )?signed(?: \\S+){0,3} (?:${moved}|ok|back|done|valid|signed by)`,
      '(?:is|are) (?:the|my|our) (?:\\w+ )?(?:contract|letter|papers|documents?|deed|agreement) (?:\\w+ )?(?:ready|there|waiting) (?:to|for me to|for us to) sign',
      `(?:is|was|did|has) my (?:signature|signed \\w+|care letter|client care letter) .. (?:${moved}|signed|done)`,
    ),
  ],
  [
    'documents',
    ways(
      `(?:have|has|did|was|were|is|are|why|why is|why was|why were|why did|what happened (?:to|with)|if|whether|that) (?:my|our|me) (?:\\w+ ){0,3}{paper} .. {fate}`,
      `(?:have|has|did|do|if|whether|why (?:have|has|did)) ${firm} (?:\\w+ ){0,3}${got} (?:\\S+ ){0,3}(?:my|our|the|them|those|all|any of (?:my|the)|what) (?:\\S+ ){0,3}{paper}(?! back)`,
      `(?:my|our) (?:\\w+ ){0,3}{paper} (?:has|have|is|was|were|been|got|get) (?:\\w+ ){0,2}{fate}`,
      `(?:the |my |our |any |which |what |those |all )?(?:{paper}|ones?|things?|stuff|bits) (?:that )?(?:{we} (?:have |just |already )?)(?:sent|send|uploaded|gave|given|posted|submitted|handed|put|emailed)`,
      '(?:what|which|how many) .. (?:have|did) {we} (?:already |so far )?(?:sent|send|upload|uploaded|submit|submitted|given|give|handed)',
      `(?:what|anything|something|is there (?:a|anything|something)|are there any|any) (?:is |was )?(?:\\w+ )?(?:wrong|the (?:matter|problem|issue)|up|problems?|issues?|amiss) with (?:my|the|our)(?: \\w+)* {paper}`,
      `(?:status|state|progress|news|updates?) (?:of|on|about|with|for) my (?:\\w+ ){0,2}{paper}|where (?:is|are|did) my (?:\\w+ ){0,2}{paper}|did my .. (?:go through|arrive|work|get there|upload)`,
      `(?:did|have|has|do|if|whether|know) (?!{we} )${firm} (?:\\w+ ){0,3}(?:get|got|receive\\w*|have|had|seen|see) (?:\\S+ ){0,2}(?:it|them|that|those|these|everything|what (?:i|we) \\w+|the (?:things?|stuff|ones?|pages?|{paper}))(?: (?:ok|okay|yet|or not|all|alright|now|please|then|i (?:sent|put up|uploaded|posted|gave).*))*$`,
      '(?:is|was|are|were) (?:the |that |those |it |what )(?:\\S+ ){0,3}{we} (?:\\w+ )?(?:sent|uploaded|put up|put on|gave|posted|submitted|attached|added|handed in|dropped|brought|left with)',
      '(?:things?|stuff|ones?|bits?|it|{paper}) {we} (?:\\w+ )?(?:dropped|brought|handed|left|popped)|(?:show|list|view|see) (?:me )?(?:my|our) (?:\\w+ )?(?:documents?|uploads?|files?|papers)$',
      '(?:have|am|are|has|if|whether) {we} (?:been |now |all |already |still )*(?:verified|approved|accepted)(?! (?:for|by (?:the )?(?:lender|bank|mortgage)))',
      '(?:my|our) (?:\\w+ ){0,3}{paper} (?:says|said|shows|is showing|has come back|came back|is marked|still says)',
      `which (?:\\S+ ){0,4}(?:{paper}|one|ones) (?:\\S+ ){0,4}(?:not (?:good|right|ok|accepted|enough)|wrong|bad|rejected|refused|missing something)`,
      `(?:have|has|did) (?:you|anybody|somebody|they|priya) .. (?:look|looked|check|checked) .. (?:what|everything|the \\w+) i (?:sent|uploaded|gave)|(?:did|has) (?:it|they|everything) (?:all )?(?:arrive|get there|upload|go through|get to you)`,
    ),
  ],
  [
    'messages',
    ways(
      `(?:has|have|did|if|whether) ${firm} (?:\\w+ ){0,3}${heard}`,
      '(?:wrote|written|texted|emailed|messaged) back|(?:got|come|came) back to (?:me|us)',
      '(?:show|read|open|see|check) (?:me )?my (?:messages?|inbox|mail)$|(?:anything|something) (?:new|waiting|come in) for (?:me|us)',
      '(?:any|new|unread|got|get|have|are there|is there|check) (?:new |unread |any |a |more )*(?:messages?|replies|reply|answers?|mail|inbox|response)(?! (?:of|from the bank|to my question|wrong))|my (?:messages|inbox|mail)',
      `(?:missed|miss) (?:a |any |your |something |anything )*(?:call|message|messages|email|emails)`,
    ),
  ],
  [
    'cases',
    ways(
      '(?:has|have|was|were|are) (?:the )?contracts? (?:been |now )?(?:exchanged|swapped|sent|issued|ready)|(?:show|open|view|see) (?:me )?my (?:cases?|matters?)$',
      '(?:has|is|did|have) (?:anything|something|it|things|this|everything|all this) (?:\\S+ ){0,2}(?:happen\\w*|mov\\w+|progress\\w*|chang\\w*|go(?:ing)? (?:anywhere|forward|ahead|to plan)|on track|got anywhere|coming (?:on|along)|nearly (?:there|done|finished))',
      '(?:how|where) (?:are|do) (?:we|things|you) (?:\\w+ )?(?:getting on|getting along|doing with|at(?: with)?|stand|looking|up to|with (?:it|my|the|everything))|how (?:much|many) (?:longer|more weeks)|(?:any|no) (?:joy|luck|closer|nearer|sign|movement)',
      '(?:when|how soon) (?:will|is|do|does|can|are) (?:it|this|my (?:\\w+ )?{matter}|everything|we|the (?:house|sale|purchase|whole thing)) (?:\\S+ ){0,3}(?:done|finish\\w*|complet\\w*|go through|be over|sorted|settled|end|ready|exchange)$',
      '(?:any|whats the|what is the|is there|got any|have you|latest|some) (?:more |further |new |recent )?(?:news|updates?|progress|developments?|movement|latest|word|idea where)',
      '(?:news|updates?|progress|update me|latest|status|state of play|position) (?:on|of|with|about|regarding|for)? ?(?:my|our|the|things) (?:\\w+ ){0,2}{matter}',
      '(?:how|where|what stage|how far|what point|whereabouts) (?:exactly |about )?(?:is|are|has|have) (?:my|our|the|we|things|it|everything|i)(?: \\w+){0,3} (?:up to|at|going|along|getting on|coming on|coming along|progressing|stand|now|with|got to|doing|moving|gone|got)',
      `(?:how|where) (?:is|are) (?:my|our|the) (?:\\w+ )?{matter}$|what stage|how far along|how far (?:has|have) (?:it|we|my|the)|what is (?:my|the) case status`,
      '(?:what is|what) (?:actually |currently |even )?(?:happening|going on|next|the (?:hold ?up|delay|latest|situation|state of play|progress)|holding(?! deposit)|taking so long|stopping|keeping)(?: .*)?(?:my|our|the|things|it|everything|on|now|next|with|up|delay|latest)?$',
      `(?:my|our) (?:\\w+ )?{matter} .. (?:happen\\w*|news|updates?|progress\\w*|status|stands?|moving|moved|started|finished|closed|opened|stuck|dragging)`,
      'what happens next|whose (?:turn|move|court)|who (?:has|is holding|has got) the ball|who (?:are|is|am) (?:we|it|everybody|i|you) waiting (?:for|on)|what (?:are|am) (?:we|you|i) waiting (?:for|on)',
      '(?:why) (?:is|are|has|have) (?:this|it|everything|things|my case|the case|the sale|my purchase|the purchase|my matter) (?:\\w+ )?(?:taking|taken|take|been|so)',
      '(?:have|has|did|are|is|if|whether) (?:we|the|my|our|they|you) (?:\\w+ ){0,3}(?:exchanged|completed yet|searches (?:\\w+ )?(?:back|done|in|ready)|ordered the searches|survey back|mortgage offer (?:\\w+ )?(?:in|back|arrived|here)|heard from)',
      `(?:have|has|did|if|whether) (?:the )?{otherSide} (?:\\w+ ){0,3}(?:repl\\w+|sign\\w*|answer\\w*|agreed?|come back|responded|sent|accept\\w*)`,
    ),
  ],
  [
    'tasks',
    ways(
      '(?:what|what is|which|anything|something|how much|how many|is there|are there|much|whatever|see what) (?:\\S+ ){0,4}(?:left|remaining|remains|outstanding|still (?:have to|need|open|missing|waiting)|missing|to do list|open tasks?|incomplete|unfinished|not done|waiting (?:on|for) me)(?! (?:a will|in the will|me|us|in my|for (?:probate|divorce)))',
      '(?:what|which|anything|something|things?|have|did|do|am) (?:\\S+ ){0,4}(?:missed|forgot\\w*|forgetting|left out|overlooked|overdue|behind with|skipped|lacking)(?! (?:password|my (?:password|login|username|appointment|meeting)|appointment|a call|payment))',
      '(?:keep|keeps|kept|still|getting|why|what) (?:\\S+ ){0,6}(?:reminders?|nagg\\w+|nudg\\w+|chas(?:ing|ed|er) (?:me|us))',
      '(?:is there|are there|do i|have i|got) (?:\\S+ ){0,3}(?:more|else|other (?:things?|bits?|forms?|papers?)) (?:\\S+ ){0,4}(?:do|send|fill|give|upload|sign|need|finish|complete)(?: \\S+){0,2}$',
      '(?:what|anything|something|is there|(?<!{paper} )do you|does (?:priya|the firm)) (?!(?:\\w+ ){0,2}{paper})(?:\\S+ ){0,4}(?:need|want|require|needed|wanted|required|after) (?:\\S+ ){0,3}(?:off|from) (?:me|us)',
      'what (?:do|are) (?:you|they) still (?:need|want|waiting|missing|require)|(?:what|anything) else (?:do|does|is|to|you|now|i)',
      '(?:what (?:have|do|else|is|am|are)|anything|something|is there|are there|left|still|things|more|much) (?:\\S+ ){0,4}to do(?! (?:with|about|to|in|if|when|an?|the (?:conveyancing|probate|work)|my) )(?! (?:with|about|in|if|when)$)(?<!how much is it to do)(?<!how much to do)',
      '(?:what|whatever|things?|bits|stuff|jobs) {we} (?:\\w+ ){0,2}(?:need|have|got|must|supposed|meant|left) (?:\\w+ )?(?:to )?(?:do|done|finish)|(?:do|have|are) (?:{we}|there) (?:\\w+ )?(?:got |have )?(?:\\w+ )?(?:forms?|tasks?|jobs?|steps?|papers) (?:left|to (?:fill|do|finish|complete|send|upload))|(?:show|list|see|view) (?:me )?my (?:tasks?|list|to ?dos?|steps)',
      'how (?:far|complete|close|much|near) (?:am|are|have|is) {we} (?:\\w+ ){0,2}(?:done|got|to|off|finished|through|from|along)?|how far am i',
      '(?:am|are|have|if|whether|think) {we} (?:now |all |nearly |almost |basically |completely )*(?:done|finished|complete|completed|ready|there|sorted|set|up to date)(?: (?:everything|it all|now|yet|or.*|all.*|with.*))?(?! (?:twice))',
      '(?:my|our) (?:tasks?|progress|to[- ]?dos?|todo|checklist|onboarding|list)(?! (?:form|of documents))',
      '^(?:(?:so|and|right|ok|then) )*(?:how (?:long|much|many|far)|much|anything|what) (?:is |have i |do i have |still )*(?:left|to go)(?: to go| to do| now| then| please)*$',
      '(?:is that|was that|that) (?:everything|it|all|the lot)(?: (?:done|now|then|you need.*|sorted|from me))?$',
      '^(?:(?:so|and|right|ok|then) )*what (?:(?:now|next)|(?:should|do|must|can|shall) i (?:do )?(?:next|now|first))(?: then| please)?$|(?:whats|what is) (?:the |my )?next(?: step| thing| for me| to do)?(?: then| now| please)*$|next (?:step|thing|job) (?:for|i)',
      '(?:have|did|think|reckon|believe|sure) {we} (?:have |ve )?(?:done|finished|finish|sent|send|complete|completed|given|uploaded) (?:you )?(?:everything|it all|all|the lot|enough)',
    ),
  ],
]

/** How something is done, or would be: that is knowledge, whatever thing of one's own it names. */
export const isGeneral = ways(
  '^(?:how (?:do|can|to|would|could|should)|what if|what happens if|(?:can|could) (?:i|we|you)|is it ok(?:ay)? (?:to|if)|(?:do|will) (?:i|we) (?:have|need) to (?:post|bring|come)|why do (?:i|we|you))(?! (?:\\w+ )?(?:still owe|stand|see (?:what|if)))',
  '^(?:do|does|can|could|will|would|are|is|who) (?:the |my |your |other |any |all )*(?!you |i |we |priya |it |that |this )(?:\\S+ ){1,4}(?:able to |allowed to |get to )?(?:sees?|read|reads|views?|look at|looks at|get|gets|access|find|keeps?|shares?|uses?)(?! me)',
  '^what (?:does|do) .. mean|^how (?:is|are) .. (?:checked|read|kept|verified|stored)',
  'how (?:do|can|could|would) (?:i|we|you) (?:\\w+ )?(?:get rid|delete|remove|replace|undo|swap|take (?:it|that|them)|fix|correct)',
  '^(?:change|replace|swap|delete|remove|get rid of) ',
  'what (?:do|would|will) you need (?:\\S+ ){0,3}for (?:\\S+ ){0,3}(?:estate|probate|divorce|testament|will|claim)',
  '(?:reschedule|rearrange|postpone|cancel|move|change|shift|book) (?:\\w+ ){0,3}{meeting}',
)

/** Somebody has died: "what do I do first" is no question about tasks. */
export const bereaved = ways('died|passed away|death of|has passed|passed (?:on|last|this|yesterday)')
