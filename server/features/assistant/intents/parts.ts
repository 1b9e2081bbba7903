export type FilePart =
  | 'tasks'
  | 'payments'
  | 'documents'
  | 'appointments'
  | 'cases'
  | 'messages'
  | 'signatures'

/** What of the client's own file is asked for. */
export const parts: [FilePart, RegExp[]][] = [
  [
    'appointments',
    [
      /\bwhen (am|are|do) (i|we)\b.{0,25}\b(see|seeing|meet|meeting|speak|speaking|come|coming in)\b/,
      /\b(anything|something|a slot|a meeting) booked\b|\bbooked in (with|for|to see)\b|\bwhat time am i (in|seeing|meeting|due)\b/,
      /\b(when|what time|what day|where|which day)\b.{0,25}\b(my|our|the|next)\b.{0,15}\b(appointment|meeting|call|video call)\b/,
      /\b(do|have) (i|we)\b.{0,20}\b(an? |any |)(appointments?|meetings?|calls?)\b/,
      /\b(any|upcoming|next|my) (upcoming |next )?(appointments|meetings)\b/,
    ],
  ],
  [
    'messages',
    [
      /\b(wrote|written|got|come|texted|emailed) back\b/,
      /\b(any|new|unread|got|get|have) (new |unread )?(messages?|replies|reply|answers?|mail)\b(?!.{0,10}\b(of|from the bank)\b)/,
      /\b(has|have|did)\b.{0,30}\b(written|replied|answered|responded|reply|write|answer|respond|got back)\b/,
    ],
  ],
  [
    'signatures',
    [
      /\b(owt|anything|something|summat|stuff|things?|papers?)\b.{0,25}\b(to|for me to|need\w*) sign\b/,
      /\b(do|have) (i|we)\b.{0,15}\b(to sign|need to sign)\b/,
      /\b(anything|something|what|documents?|papers?|letter) .{0,15}(left |waiting |still )?(for me )?to sign\b/,
      /\bdid i (already )?sign\b/,
      /\bhave i signed\b/,
    ],
  ],
  [
    'payments',
    [
      /\b(did|has|have) (my|the|our) (\w+ ){0,2}payment\b.{0,40}\b(come|came|go|gone|went|get|got) (thr\w+|in|ok)\b/,
      /\bdid (my|the) (\w+ )?(payment|money) (arrive|reach|land|go)\b/,
      /\b(what|how much|do|anything|something)\b.{0,25}\b(owe|outstanding|to pay|left to pay|unpaid)\b/,
      /\bhow much .{0,15}\b(i|we) (have to |need to |must |still )?(pay|owe)\b/,
      /\b(have you|did you|has)\b.{0,15}\b(received?|got|get|arrived?)\b.{0,15}\b(payment|money|it)\b/,
      /\b(have|did) i (already )?(paid|pay)\b/,
      /\bmy payments?\b(?!.{0,10}\b(declin|fail|refus))/,
      /\bpayment (status|history|arrived|received)\b/,
    ],
  ],
  [
    'documents',
    [
      /\b(has|have|did) (anyone|anybody|someone|somebody|you|they|the firm) (lot )?(checked|looked at|seen|read|accepted|verified|got|received|had a look at) my\b/,
      /\b(which|what|any) (of )?(the |my )?(things?|ones?|documents?|files?|papers?|stuff) (that )?i('?ve)? (sent|uploaded|gave)\b/,
      /\b(which|what) (documents?|files?|papers?) (have|did) (i|we)\b/,
      /(?<!\bhow )\b(was|were|is|are|has|have|why|what|did|status)\b.{0,30}\bmy (documents?|passport|licen[cs]e|id|bills?|bank statements?|statements?|proofs?( of \w+)?|uploads?|files?|photo|selfie|letter)\b.{0,30}\b(accept\w*|reject\w*|refus\w*|verif\w*|approv\w*|pending|doubt\w*|ok|okay|fine|checked|read|wrong|problem|arriv\w*|received|valid)\b/,
      /\bwhat('s| is| was) (wrong|the (matter|problem|issue)) with my\b/,
      /\bmy (uploads|uploaded)\b/,
      /\b(status|state) of my (documents?|uploads?|passport)\b/,
      /\bdid my .{0,20}(go through|arrive|work)\b/,
    ],
  ],
  [
    'cases',
    [
      /\b(what'?s|whats|what is|how'?s|hows|how is)\b.{0,20}\b(happening|going on|things going|going)\b.{0,20}\b(with|wi|on)\b.{0,8}\b(my|our|the) (house|flat|purchase|sale|case|matter|probate|divorce)\b/,
      /\b(my|our|the) (case|matter|purchase|sale|claim|file|probate|divorce|house purchase|conveyancing)\b.{0,25}\b(happen\w*|news|updates?|going|progress\w*|status|stand\w*|at|doing|moving)\b/,
      /\b(happening|news|updates?|progress|status|going on|stand)\b.{0,20}\b(on|of|with|in|about) (my|our|the) (case|matter|purchase|sale|claim|file|probate|divorce|house|flat)\b/,
      /\bwhose (turn|move|court)\b/,
      /\bwho (has|is holding) the ball\b/,
      /\bany (news|updates?)\b/,
      /\bwhat happens next\b/,
      /\bwho are we waiting for\b/,
    ],
  ],
  [
    'tasks',
    [
      /\b(what|which|anything|something|how much|how many)\b.{0,30}\b(left|remaining|remains|outstanding|still (have to|need|open|missing|to do)|missing|to[- ]?do|next|open tasks?)\b/,
      /\bhow (far|complete|close) (am|are) (i|we)\b/,
      /\b(am|are) (i|we) (all )?(done|finished|complete|ready|nearly|almost|there)\b/,
      /\bmy (tasks?|progress|to[- ]?do|checklist)\b/,
      /\bwhat (now|next)\b/,
      /\bwhat (should|do|must|can) i (do )?(next|now|first)\b/,
      /\bhave i (done|finished|sent|completed) everything\b/,
      /\bwhat do you still need\b/,
    ],
  ],
]
