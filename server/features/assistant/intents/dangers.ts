export type Danger = 'violence' | 'despair' | 'fraud'

/** Somebody may be in danger, or their money is. */
export const dangers: [Danger, RegExp[]][] = [
  [
    'despair',
    [
      /\bbetter off (if i|without me)|\bno (point|reason) (in )?(living|going on|being here)\b/,
      /\bcan'?t (do|take|go on with) (this|it|life) (any ?more|any longer)\b|\bwish i was(n'?t here| dead)\b/,
      /\b(kill(ing)? myself|suicid\w*|end (my life|it all)|(do ?n[o']?t|not) want to (live|be alive)|self[- ]?harm\w*|hurt(ing)? myself)\b/,
    ],
  ],
  [
    'violence',
    [
      /\b(going to|gonna|will|wants to|threatened to|trying to) (kill|hurt|hit|stab|attack|beat|shoot)\b(?! (it|myself))/,
      /\b(locked|trapped) me in\b|\bhe'?s (outside|at|kicking|banging on) (the|my) (door|house)\b/,
      /\b((hits?|hitting|beats?|beating|hurts?|hurting|punch\w*|chok\w+|strangl\w+|attack\w*|threaten\w*|stalk\w*|rap(ed?|ing)|follow(s|ing)) (me|us|my (kids?|child\w*|son|daughter))|(scared|afraid|frightened) of (him|her|them|my)|abus(es|ed|ing) me|threatening me|not safe at home|in danger)\b/,
    ],
  ],
  [
    'fraud',
    [
      /\b(sent|paid|transferred|wired)\b.{0,40}\b(deposit|money|it|payment|savings)\b.{0,60}\b(new (bank )?details|was(n'?t| not) you|not from you)\b/,
      /\b(sent|paid|transferred|wired|put)\b.{0,60}\b(deposit|money|it|payment|£ ?\d[\d,]*|\d+k|grand|savings)\b.*\b(fake|scam\w*|fraud\w*|not (real|you|genuine)|wrong people|hack\w*|con)\b/,
      /\b(sent|paid|transferred|gave|wired|lost)\b.*\b(scam\w*|fraud\w*|con ?(man|men|artist)|hacker\w*|fake (e-?mail|account|solicitor))/,
      /\b(been|was|got) (scammed|defrauded|conned|tricked)\b/,
    ],
  ],
]
