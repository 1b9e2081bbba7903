/** Short and spoken forms, with or without their apostrophe, and the words that the rules are written in. */
const forms: [RegExp, string][] = [
  [/\b(what|when|where|who|how|why|that|there|he|she|it|here)'?s\b/g, '$1 is'],
  [/\b(they|we|you|what|how)'?re\b(?<!\bwere)/g, '$1 are'],
  [/\bi'?m\b/g, 'i am'],
  [/\b(i|you|we|they|what|could|would|should|might)'?ve\b/g, '$1 have'],
  [/\b(i|you|he|she|it|we|they|who)'d\b/g, '$1 would'],
  [/\b(i|you|he|she|it|we|they)'ll\b/g, '$1 will'],
  [/\bcan'?t\b|\bcannot\b/g, 'can not'],
  [/\bwon'?t\b/g, 'will not'],
  [/\b(do|does|did|is|are|was|were|have|has|had|could|would|should|need)n'?t\b/g, '$1 not'],
  [/\bain'?t\b/g, 'is not'],
  [/\biv\b/g, 'i have'],
  [/\b(u|ya|yous|youse|you lot|you guys|you people|yall)\b/g, 'you'],
  [/\bur\b/g, 'your'],
  [/\b(pls|plz|plse)\b/g, 'please'],
  [/\bthru\b/g, 'through'],
  [/\bwot\b/g, 'what'],
  [/\bwen\b/g, 'when'],
  [/\bwi\b/g, 'with'],
  [/\b(cos|coz|cuz)\b/g, 'because'],
  [/\b(owt|summat|sumthing|sumfin|somethin)\b/g, 'something'],
  [/\bnowt\b/g, 'nothing'],
  [/\b(wanna|wannae)\b/g, 'want to'],
  [/\bgonna\b/g, 'going to'],
  [/\bgotta\b/g, 'got to'],
  [/\bdunno\b/g, 'do not know'],
  [/\banymore\b/g, 'any more'],
  [/\b(some|any|every|no) ?(1|one|body)\b/g, '$1body'],
  [/\be ?mail/g, 'email'],
  [/\blicense\b/g, 'licence'],
]

/** "Hi, sorry to bother you, could you tell me if": politeness before the question. */
const wrapping =
  /^((hi|hiya|hello|hey|obi|please|sorry|excuse me|ok|okay|so|right|well|also|and|but|just|quick question|good (morning|afternoon|evening)|to (bother|chase|ask)( you)?( again)?|(can|could|would|will) (you|somebody|i) (please |just )*(tell me|let me know|confirm|advise me on|check|find out|ask|explain)|do you know|any idea|i (was|am) (just )?(wondering|asking|checking)|(i )?just (wondering|asking|checking)|i (just )?(want(ed)?|need|would like) to (know|ask|check|find out)) )+/

/** A question in small letters, without marks, with its short forms written out. */
export const plain = (question: string) =>
  forms
    .reduce((text, [form, words]) => text.replace(form, words), bare(question))
    .replace(/'/g, '')
    .replace(wrapping, '')
    .trim()

const bare = (question: string) =>
  question
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{L}\p{N}'£<>/=*;]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The parts of a question that holds more than one. */
export const clausesOf = (question: string): string[] =>
  question
    .split(/[?!.;\n]+\s+|,\s+|\s+(?:and also|and|also|plus)\s+/i)
    .map((clause) => clause.trim())
    .filter(Boolean)
