import { disguisesOf } from './disguises.ts'
import { fits, ways } from './ways.ts'

const state =
  '(?:verified|approved|accepted|completed?|finished|done|paid|passed|cleared|valid|settled|signed|ok|okay|green|confirmed|reviewed)'

/** Before an order: "can you", "I want you to", "please just". A daughter who "can do this for me" is not told to. */
const spokenTo = '(?:you(?: (?:to|just|please|now))*|please|just|now|must|and|then|obi)'

/** The assistant is told to be another, to show how it is made, or to change the file. */
const orders = ways(
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
  '(?:give|grant|get|let|make|log) me (?:\\S+ ){0,3}(?:admin\\w*|root|super ?user|staff (?:access|login|rights)|full access|(?:every|all (?:the )?)(?:files|clients|data|accounts))',
  '(?:i am|this is|speaking as|it is) (?:\\S+ ){0,2}(?:it (?:guy|man|lady|person|support|team|department)|from (?:it|head office|the (?:it|firm|office|developers?))|(?:the )?(?:boss|senior partner|managing partner|developer|programmer|system owner)) (?:\\S+ ){0,6}(?:give|show|let|open|unlock|need|access|print|tell|override|switch|reveal)',
  '(?:forget|stop being|you are not|stop pretending) (?:that )?(?:you are |being |to be )?obi|forget (?:that )?you are|what (?:were|are|have) you (?:been )?(?:told|instructed|programmed|trained)|env(?:ironment)? var\\w*|(?:let|log|sign) me in as',
  'write (?:the (?:word|words)|.. (?:in|on|into|to) my (?:file|record|case))|^(?:delete|remove|cancel|waive|scrap|wipe|knock off|drop|reduce|halve|take off) (?:the|my|this|that|all) (?:\\S+ )?(?:fees?|charges?|bills?|balance|debt)|(?:change|move|extend|edit|put back) (?:\\S+ ){0,6}yourself',
  '(?:print|dump|export|list|show|output) (?:me )?(?:all|every|the (?:entire|whole)) (?!my|of my)(?:\\S+ ){0,3}(?:tables?|passwords|prompts?|variables|memory|context)',
  '(?:decode|decrypt|decipher|de code|unscramble|reverse) (?:\\S+ ){0,8}(?:do|follow|obey|run|execute|carry|act|comply)|(?:base ?64|rot ?13|hex code|morse)',
  'you (?:must|will|have to|shall) (?:\\w+ )?(?:obey|follow my|do as i|listen to my)|(?:what|which|whose) (?:system )?(?:prompts?|instructions) (?:are|do|were|did|have) you',
  '(?:repeat|print|say|write|output|recite|copy) (?:\\S+ ){0,5}(?:starting (?:with|at|from) you are|you are obi|verbatim|everything (?:above|before)|first (?:line|words|sentence|message)|word for word)',
  '(?:new|updated|latest|real|following|these) (?:system )?(?:instructions?|directives?|orders|commands?) (?:from|for|to|override|apply|are|is|follow|below)|(?:your|the) (?:new|real|true) (?:task|job|role|purpose|goal|instructions?) (?:is|are)',
  // To change the file.
  `(?:set|mark|change|make|put|flag|tick|record|log|show|say|switch|update|turn|flip|register|list|class|treat|tell (?:them|priya|the firm)) (?:\\S+ ){0,7}(?:as |to |status |that |is |are |been |have |off )*${state}(?! (?:certificate|letter))`,
  '(?:^|(?:you|please|just|now|must|and|then) )(?:approve|verify|accept|waive|authorise|authorize|unlock|pass|sign off|override|green ?light|clear) (?:all )?(?:my|this|these|the|it|me|us|them)(?! (?:email|offer|deal))',
  '(?:change|update|set|switch|replace|edit|amend) .. (?:to|with) (?:£ ?)?\\d{2,}|(?:change|reduce|lower|set|make) (?:the|my) (?:fee|fees|amount|bill|price|payment) (?:to|down)',
  `(?:^|${spokenTo} )(?:sign|pay|complete|fill|answer|submit|do) (?:it|this|that|them|everything|the \\w+|my \\w+) (?:\\w+ )?(?:for me|on my behalf|yourself|instead of me)|(?:^|${spokenTo} )sign (?:\\S+ ){1,3}for me`,
)

/** Marks that only somebody who plays with the assistant writes. */
const marked =
  /^\W*(system|assistant|admin\w*|developer|user)\s*:|<[/|]?\s*(script|system|instructions?|prompt|im_start|im_end)\b|\[\/?(?:inst|system)\]|^#+\s*(?:system|instruction)/im

/** The same orders in the languages of those who try. */
const elsewhere = [
  /\b(?:ignor(?:ier\w*|a|e|ez|ate|uj|eaza)|vergiss|missacht\w*|oubli\w+|olvid\w+|dimentic\w+|zapomnij|zignoruj|pomin|esquec\w+|uita|negeer|vergeet|unut|anwybydd\w*)\b.*\b(?:an(?:weisung|leitung)\w*|instru\w+|istru\w+|regeln?|regles|règles|reglas|regole|regras|reguli|zasad\w*|polece\w*|talimat\w*|opdracht\w*|cyfarwydd\w*|prompt\w*|anterior\w*|vorherig\w*|pr[eé]c[eé]dent\w*)/u,
  /\b(?:system ?prompt|prompt (?:del|du|de) syst\w+|prompt systemowy|instrucciones del sistema|instructions syst\w+)/u,
  /\b(?:marc\w+|marqu\w+|markier\w*|setz\w*|genehmig\w*|oznacz|zatwierdz\w*|zatwierdź|aprueb\w*|approuv\w*|approv[aio]\w*|segna|aprov\w+|valid\w+|verifiz\w*|zweryfikuj)\b.*\b(?:verifi[ck]\w*|vérifi\w*|gepr[uü]ft|genehmigt|bezahlt|zweryfikowan\w*|zatwierdzon\w*|zaplacon\w*|zapłacon\w*|aprobad\w*|approuv\w*|approvat\w*|pagad\w*|pagat\w*|pay[eé]\w*|aprovad\w*|expediente|dossier|akte)/u,
  /(?:忽略|無視|无视|игнорир|забудь|تجاهل|अनदेखा|نظر انداز)/u,
]

/** Whether the assistant is told what to be or to do, also in another language or in disguise. */
export const isOrder = (question: string, text: string) =>
  marked.test(question) ||
  fits(text, orders) ||
  fits(text, elsewhere) ||
  disguisesOf(question).some((other) => fits(other, orders) || fits(other, elsewhere))
