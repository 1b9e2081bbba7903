import { ways } from './ways.ts'

const state =
  '(?:verified|approved|accepted|completed?|done|paid|passed|cleared|valid|settled|signed|ok|okay|green|confirmed|reviewed)'

/** The assistant is told to be another, to show how it is made, or to change the file. */
export const orders = ways(
  // To be another, or without rules.
  '(?:ignore|disregard|forget|override|bypass|skip|drop|discard|stop following|do not follow|break) .. (?:instructions?|rules?|prompts?|guidelines?|training|everything|anything|all (?:of )?(?:that|this|the above)|restrictions?|limits?|above|before|previous|safety|told|programming|filters?)',
  'you are (?:now|no longer|going to be)|from now on|(?:no|without(?: any)?|nothing) (?:rules|limits|restrictions|filters?|off limits|guidelines)|nothing is off limits|\\bdan\\b',
  'pretend|(?:imagine|suppose|say) (?:that )?you (?:are|were)|role ?play|simulate|let us play|hypothetical\\w* you',
  '(?:act|behave|respond|answer|talk|speak|reply) (?:only )?(?:as (?!soon|quick|fast)|like (?:a|an|my|the) )',
  '(?:developer|admin|administrator|debug|god|root|sudo|maintenance|test|unrestricted|staff|super ?user) (?:mode|access|rights|privileges)|jail ?break\\w*|sudo',
  '(?:i am|this is|speaking as|here is) (?:the|an?|your|from) (?:\\w+ )?(?:admin\\w*|developer|engineer|programmer|it (?:team|department|support)|owner|manager|creator|tester|anthropic|openai)',
  // How it is made, and secrets.
  '(?:system|hidden|initial|secret|original|developer|internal) (?:prompts?|instructions?|message|rules)',
  '(?:print|repeat|reveal|show|output|dump|display|tell me|what (?:is|are|does|do|was|were)|list|give me|share|copy|paste|translate|summari[sz]e) .. (?:your (?:full |exact |own |secret )?(?:prompts?|instructions?|rules|guidelines|configuration|config|source code|programming|training|code)|(?:the )?(?:text|words?|lines?|message) above|above this|environment variables?|api keys?|secrets?|tokens?|connection string)',
  "(?:admin\\w*|root|database|staff|your|{person}s?|priya'?s?|solicitors?|master) passwords?",
  '(?:select|delete|insert|update|drop) .. (?:from|into|table|where) .. (?:users|tasks|documents|accounts|clients|;|--)|(?:drop|truncate|alter) table|select \\*',
  // To change the file.
  `(?:set|mark|change|make|put|flag|tick|record|log|show|say|switch|update|turn|flip|register|list|class|treat|tell (?:them|priya|the firm)) (?:\\S+ ){0,7}(?:as |to |status |that |is |are |been |have |off )*${state}(?! (?:certificate|letter))`,
  '(?:^|(?:you|please|just|now|must|and|then) )(?:approve|verify|accept|waive|authorise|authorize|unlock|pass|sign off|override|green ?light|clear) (?:all )?(?:my|this|these|the|it|me|us|them)(?! (?:email|offer|deal))',
  '(?:change|update|set|switch|replace|edit|amend) .. (?:to|with) (?:£ ?)?\\d{2,}|(?:change|reduce|lower|set|make) (?:the|my) (?:fee|fees|amount|bill|price|payment) (?:to|down)',
  '(?:sign|pay|complete|fill|answer|submit|do) (?:it|this|that|them|everything|the \\w+|my \\w+) (?:\\w+ )?(?:for me|on my behalf|yourself|instead of me)|sign (?:\\S+ ){1,3}for me',
)

/** Marks that only somebody who plays with the assistant writes. */
export const marked =
  /^\W*(system|assistant|admin\w*|developer|user)\s*:|<\/?(script|system|instructions?|prompt)>/i
