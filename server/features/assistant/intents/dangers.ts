export type Danger = 'violence' | 'despair' | 'fraud'

/** Somebody may be in danger, or their money is. */
export const dangers: [Danger, RegExp[]][] = [
  [
    'despair',
    [
      /\b(kill(ing)? myself|suicid\w*|end (my life|it all)|(do ?n[o']?t|not) want to (live|be alive)|self[- ]?harm\w*|hurt(ing)? myself)\b/,
    ],
  ],
  [
    'violence',
    [
      /\b((hits?|hitting|beats?|beating|hurts?|hurting|punch\w*|chok\w+|strangl\w+|attack\w*|threaten\w*|stalk\w*|rap(ed?|ing)|follow(s|ing)) (me|us|my (kids?|child\w*|son|daughter))|(scared|afraid|frightened) of (him|her|them|my)|abus(es|ed|ing) me|threatening me|not safe at home|in danger)\b/,
    ],
  ],
  [
    'fraud',
    [
      /\b(sent|paid|transferred|gave|wired|lost)\b.*\b(scam\w*|fraud\w*|con ?(man|men|artist)|hacker\w*|fake (e-?mail|account|solicitor))/,
      /\b(been|was|got) (scammed|defrauded|conned|tricked)\b/,
    ],
  ],
]
