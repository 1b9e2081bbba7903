/** Where the user can fill in the value of a merge field. */
type FieldPlace = 'firm' | 'facts' | 'parties' | 'client' | 'case'

interface FieldFacts {
  label: string
  place: FieldPlace
  /** The value in a preview without a case. */
  sample: string
}

/**
 * Every value that the portal can fill in by itself. For anything else, a template asks the person who writes the
 * letter.
 */
export const mergeFields = {
  today: { label: 'Today’s date', place: 'case', sample: '23 November 2026' },
  'client.name': { label: 'Name of the client written to', place: 'client', sample: 'Grace Whitfield' },
  'client.names': {
    label: 'Names of all clients',
    place: 'client',
    sample: 'Grace Whitfield and Kofi Mensah',
  },
  'client.address': { label: 'Client’s address', place: 'client', sample: '4 Mill Lane, Leeds LS1 2AB' },
  'matter.subject': { label: 'What the case is about', place: 'case', sample: 'a property matter' },
  'matter.own_words': {
    label: 'What the client said in their own words',
    place: 'case',
    sample: 'I am buying my first flat.',
  },
  'matter.title': { label: 'Title of the case', place: 'case', sample: 'Purchase of 12 Elm Road' },
  'matter.reference': { label: 'Reference of the case', place: 'case', sample: 'HR-2026-00012' },
  'matter.fee_earner': { label: 'Fee earner', place: 'facts', sample: 'Priya Raman' },
  'matter.supervisor': { label: 'Supervisor of the case', place: 'facts', sample: 'Alex Hartley' },
  'matter.value': { label: 'Value', place: 'facts', sample: '£385,000.00' },
  'matter.target_exchange': { label: 'Target exchange', place: 'facts', sample: '11 December 2026' },
  'matter.completion': { label: 'Completion', place: 'facts', sample: '8 January 2027' },
  'matter.limitation': { label: 'Limitation', place: 'facts', sample: '1 March 2031' },
  'matter.estimate': { label: 'Estimate of our costs', place: 'facts', sample: '£1,740.00' },
  'matter.costs_so_far': { label: 'Costs so far', place: 'facts', sample: '£696.00' },
  'party.lender': { label: 'Lender', place: 'parties', sample: 'Dulwich Building Society' },
  'party.giver_of_funds': { label: 'Giver of funds', place: 'parties', sample: 'Edith Whitfield' },
  'party.other_side': { label: 'Other side', place: 'parties', sample: 'Harold Finch' },
  'party.other_sides_lawyer': { label: 'Other side’s lawyer', place: 'parties', sample: 'Marsh & Co' },
  'party.executor': { label: 'Executor', place: 'parties', sample: 'Owen Price' },
  'party.attorney': { label: 'Attorney', place: 'parties', sample: 'Nia Price' },
  'party.beneficiary': { label: 'Beneficiary', place: 'parties', sample: 'Tomos Price' },
  'party.agent': { label: 'Agent', place: 'parties', sample: 'Elm Estates' },
  'firm.name': { label: 'Firm’s name', place: 'firm', sample: 'Hartley & Rowe' },
  'firm.telephone': { label: 'Firm’s telephone number', place: 'firm', sample: '020 7946 0123' },
  'firm.hours': { label: 'Opening hours', place: 'firm', sample: 'Monday to Friday, 9am to 5.30pm' },
  'firm.email': { label: 'Firm’s email address', place: 'firm', sample: 'hello@hartley-rowe.example' },
  'firm.address': { label: 'Firm’s address', place: 'firm', sample: '12 Garden Court, London EC4Y 9BL' },
  'firm.complaints': {
    label: 'Where complaints go',
    place: 'firm',
    sample: 'complaints@hartley-rowe.example',
  },
  'firm.supervisor': {
    label: 'Firm’s supervisor',
    place: 'firm',
    sample: 'Alex Hartley, solicitor and partner',
  },
  'firm.fees': { label: 'How we charge', place: 'firm', sample: 'We charge a fixed fee of £1,450 plus VAT.' },
  'firm.estimate': { label: 'What we expect it to cost', place: 'firm', sample: 'Searches cost about £400.' },
} as const satisfies Record<string, FieldFacts>
type MergeField = keyof typeof mergeFields

export const isMergeField = (name: string): name is MergeField => Object.hasOwn(mergeFields, name)

/** Where to fill in a missing value. Shown after "Completion is empty." */
export const placeWords: Record<FieldPlace, string> = {
  firm: 'Add it in Firm settings.',
  facts: 'Choose “Edit details” on the case to add it.',
  parties: 'Add a party with this role to the case.',
  client: 'Please ask your client to add it in their settings or the client questionnaire.',
  case: 'The case doesn’t say. Take this field out of the template, or put it in a condition.',
}

export const sampleValues = (): Record<string, string> =>
  Object.fromEntries(Object.entries(mergeFields).map(([name, { sample }]) => [name, sample]))

/** The value of each field. A field that is empty or missing has none. */
export type MergeValues = Readonly<Record<string, string | undefined>>

/** A part of a letter. */
export interface LetterBlock {
  kind: 'heading' | 'paragraph' | 'point'
  text: string
}

interface Condition {
  field: string
  isNegated: boolean
}
type Node =
  | { kind: 'text'; text: string }
  | { kind: 'field'; field: string }
  | { kind: 'condition'; condition: Condition; whenTrue: Node[]; otherwise: Node[] }

const tag = /\{\{([^{}]*)\}\}/
// The tag of a condition alone on a line leaves no empty line behind.
const loneTag = /^[ \t]*(\{\{\s*(?:if\s[^{}]*|else|end)\s*\}\})[ \t]*\r?\n/gm
const questionField = /^ask\.[a-z][a-z0-9_]{0,39}$/

/** Returns the merge field of a template's question. */
export const fieldOfQuestion = (key: string) => `ask.${key}`

interface Parsed {
  nodes: Node[]
  /** Sentences that say what is wrong with the text. */
  faults: string[]
  /** Fields that appear outside a condition on themselves, so a missing value would leave a gap. */
  bare: string[]
}

/**
 * Parses the text of a template. `{{client.name}}` is a merge field. `{{if party.lender}} … {{else}} … {{end}}` and
 * `{{if not party.lender}} … {{end}}` are conditions. `questions` are the keys of the template's own questions.
 */
export function parseTemplate(text: string, questions: readonly string[]): Parsed {
  const faults: string[] = []
  const take = (field: string) => {
    if (!isKnown(field, questions)) faults.push(unknownField(field))
    return field
  }
  const parts = withoutMarkers(text).replace(loneTag, '$1').split(tag)
  const root: Node[] = []
  const open: { node: Extract<Node, { kind: 'condition' }>; words: string; hasElse: boolean }[] = []
  const place = () => {
    const last = open.at(-1)
    if (!last) return root
    return last.hasElse ? last.node.otherwise : last.node.whenTrue
  }
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) {
      if (/\{\{|\}\}/.test(part)) faults.push(halfTag)
      if (part !== '') place().push({ kind: 'text', text: part })
      continue
    }
    const words = part.trim().replace(/\s+/g, ' ')
    const condition = /^if (not )?(\S+)$/.exec(words)
    if (condition) {
      const [, negation, field = ''] = condition
      const node: Node = {
        kind: 'condition',
        condition: { field: take(field), isNegated: negation !== undefined },
        whenTrue: [],
        otherwise: [],
      }
      place().push(node)
      open.push({ node, words, hasElse: false })
    } else if (words === 'else') {
      const last = open.at(-1)
      if (!last || last.hasElse) faults.push(strayTag('else'))
      else last.hasElse = true
    } else if (words === 'end') {
      if (!open.pop()) faults.push(strayTag('end'))
    } else place().push({ kind: 'field', field: take(words) })
  }
  for (const { words } of open) faults.push(`“{{${words}}}” has no “{{end}}” after it.`)
  return { nodes: root, faults: [...new Set(faults)], bare: [...new Set(bareFields(root, []))] }
}

const bareFields = (nodes: Node[], guarded: readonly string[]): string[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'text') return []
    if (node.kind === 'field') return guarded.includes(node.field) ? [] : [node.field]
    const { field, isNegated } = node.condition
    const [full, empty] = isNegated ? [node.otherwise, node.whenTrue] : [node.whenTrue, node.otherwise]
    return [...bareFields(full, [...guarded, field]), ...bareFields(empty, guarded)]
  })

const isKnown = (field: string, questions: readonly string[]) =>
  isMergeField(field) || (questionField.test(field) && questions.includes(field.slice('ask.'.length)))

const unknownField = (field: string) =>
  questionField.test(field)
    ? `No question below has the short name “${field.slice('ask.'.length)}”. Please add it, or take “{{${field}}}” out.`
    : `There is no field “{{${field.slice(0, 60)}}}”. Please choose one from the list.`
const halfTag = 'A field starts with “{{” and ends with “}}”. One of these is missing.'
const strayTag = (words: string) => `“{{${words}}}” has no “{{if …}}” before it.`

export interface Merged {
  blocks: LetterBlock[]
  /** Fields in the letter that have no value, each once, in order. */
  missing: string[]
}

/**
 * Fills in the fields of a template. A field without value appears in square brackets. The text must have no faults.
 */
export function mergeTemplate(text: string, questions: readonly Question[], values: MergeValues): Merged {
  const keys = questions.map(({ key }) => key)
  const { nodes } = parseTemplate(text, keys)
  const missing = new Set<string>()
  const filled: string[] = []
  const valueOf = (field: string) => values[field]?.trim() ?? ''
  const write = (node: Node): string => {
    if (node.kind === 'text') return node.text
    if (node.kind === 'condition') {
      const isTrue = (valueOf(node.condition.field) !== '') !== node.condition.isNegated
      return (isTrue ? node.whenTrue : node.otherwise).map(write).join('')
    }
    const value = valueOf(node.field)
    if (value === '') missing.add(node.field)
    // Inserted only after the text is split into blocks, so that no value can add a heading or a paragraph.
    filled.push(value === '' ? `[${labelOfField(node.field, questions)}]` : value)
    return `${opening}${filled.length - 1}${closing}`
  }
  const whole = nodes.map(write).join('')
  const restored = (part: string) => part.replace(marker, (_, at: string) => filled[Number(at)] ?? '')
  return {
    blocks: blocksOf(whole).map(({ kind, text: words }) => ({ kind, text: restored(words) })),
    missing: [...missing],
  }
}

const opening = '\uE000'
const closing = '\uE001'
const marker = /\uE000(\d+)\uE001/g
const withoutMarkers = (text: string) => text.replace(/[\uE000\uE001]/g, '')

/** Splits text into blocks at empty lines. `## ` starts a heading, `- ` starts each point of a list. */
const blocksOf = (whole: string): LetterBlock[] =>
  whole
    .split(/\r?\n[ \t]*(?:\r?\n[ \t]*)+/)
    .map((block) => block.trim())
    .filter(Boolean)
    .flatMap((block): LetterBlock[] => {
      const [first = '', ...rest] = block.split(/\r?\n/)
      if (first.startsWith('## '))
        return [{ kind: 'heading', text: first.slice(3).trim() }, ...blocksOf(rest.join('\n'))]
      if (first.startsWith('- '))
        return [{ kind: 'point', text: first.slice(2).trim() }, ...blocksOf(rest.join('\n'))]
      const next = rest.findIndex((line) => /^(?:## |- )/.test(line))
      if (next < 0) return [{ kind: 'paragraph', text: block }]
      return [
        { kind: 'paragraph', text: [first, ...rest.slice(0, next)].join('\n').trim() },
        ...blocksOf(rest.slice(next).join('\n')),
      ]
    })

interface Question {
  key: string
  label: string
}

/** Returns the label of a field, for a question without the hint in brackets at its end. */
export const labelOfField = (field: string, questions: readonly Question[]) =>
  isMergeField(field)
    ? mergeFields[field].label
    : shortLabel(questions.find(({ key }) => fieldOfQuestion(key) === field)?.label ?? field)

/** Shortens "Title number (leave blank if unregistered)" to "Title number". */
export const shortLabel = (label: string) => label.replace(/(?<=\S) \([^()]*\)$/, '')
