import { fieldsOf, formFaults, hasChoices, isAnswered } from '../forms/firm-form.ts'
import { choiceWords, fieldWords } from '../forms/labels.ts'
import type { KeyDate } from '../matters/facts.ts'
import { amountMark, asks, type Condition, type DueRule, isPersonal, type TemplateStep } from './step.ts'

/** A question with fixed answers, on which another step may depend. */
export interface Question {
  field: string
  label: string
  choices: { value: string; label: string }[]
  /** Several of the answers may be chosen at once. */
  isSeveral: boolean
}

const builtIn = {
  client_questionnaire: ['legalMatter', 'urgency'],
  risk_assessment: [
    'residentialStatus',
    'employmentStatus',
    'sourceOfFunds',
    'purposeOfMatter',
    'riskFactors',
  ],
} as const

/** Returns the questions of a step that others may depend on. Empty if it is not a form. */
export function questionsOf({ asks: taskKind, form }: Pick<TemplateStep, 'asks' | 'form'>): Question[] {
  if (taskKind === 'client_questionnaire' || taskKind === 'risk_assessment')
    return builtIn[taskKind].map((name) => ({
      field: name,
      label: fieldWords[name],
      choices: Object.entries(choiceWords[name]).map(([value, label]) => ({ value, label })),
      isSeveral: name === 'riskFactors',
    }))
  if (taskKind !== 'firm_form' || form === null) return []
  return fieldsOf(form)
    .filter(hasChoices)
    .map(({ key, kind, label, offers }) => ({
      field: key,
      label,
      choices: offers,
      isSeveral: kind === 'several',
    }))
}

const questionOf = ({ step: key, field }: Condition, steps: readonly TemplateStep[]) => {
  const step = steps.find((candidate) => candidate.key === key)
  return step && questionsOf(step).find((question) => question.field === field)
}

/** Returns the question of a condition: “Where does the money come from?”. */
export const questionWords = (condition: Condition, steps: readonly TemplateStep[]) =>
  `“${questionOf(condition, steps)?.label ?? condition.field}”`

/**
 * Returns a condition as text: “Where does the money come from?” is “A gift”. In a draft, the answer may have been removed
 * since.
 */
export const conditionWords = (condition: Condition, steps: readonly TemplateStep[]) => {
  const choice = questionOf(condition, steps)?.choices.find(({ value }) => value === condition.value)
  if (!choice) return 'an earlier answer that’s no longer offered'
  return `${questionWords(condition, steps)} is “${choice.label}”`
}

/** What is wrong with a template. `step` is the key of the step that the message is about. */
export interface TemplateFault {
  step: string | null
  message: string
}

/** Returns everything that prevents publishing a template. Empty if nothing does. */
export function templateFaults(steps: readonly TemplateStep[]): TemplateFault[] {
  if (steps.length === 0) return [{ step: null, message: 'A template needs at least one step.' }]
  return [
    ...steps.flatMap((step, index) =>
      faultsOfStep(step, index, steps).map((message) => ({ step: step.key, message })),
    ),
    ...circleFaults(steps),
  ]
}

function faultsOfStep(step: TemplateStep, index: number, steps: readonly TemplateStep[]): string[] {
  const faults: string[] = []
  const find = (key: string) => steps.find((other) => other.key === key)
  if (steps.findIndex(({ key }) => key === step.key) !== index)
    faults.push('Another step has the same short name.')
  if (step.waitsFor.some((key) => !find(key))) faults.push('It opens after a step that is no longer here.')
  if (step.due.from === 'step' && !find(step.due.step))
    faults.push('Its due date follows a step that is no longer here.')
  if (step.asks === 'payment' && step.amount === null) faults.push('Please enter the amount to pay.')
  if (step.asks === 'payment' && step.account === null)
    faults.push('Please choose the client account or the office account.')
  if (isPersonal(step) && step.everyone === 'any' && step.roles.length > 0)
    faults.push('It’s about a person, so each of them does their own.')
  if (step.asks === 'firm_form')
    faults.push(...(step.form ? formFaults(step.form) : ['The form is missing.']))
  if (step.asks === 'read_and_accept' && step.description === '')
    faults.push('Please write what is to be read.')
  if (step.asks !== 'payment' && step.description.includes(amountMark))
    faults.push(`Only a payment has an amount. Please take “${amountMark}” out of the words below the title.`)
  if (step.condition) faults.push(...faultsOfCondition(step.condition, find(step.condition.step)))
  return faults
}

const faultsOfCondition = ({ field, value }: Condition, step: TemplateStep | undefined) => {
  if (!step) return ['It depends on a step that is no longer here.']
  const question = questionsOf(step).find((candidate) => candidate.field === field)
  if (!question) return [`It depends on a question that “${step.title}” doesn’t ask.`]
  return question.choices.some((choice) => choice.value === value)
    ? []
    : [`It depends on an answer that “${question.label}” doesn’t offer.`]
}

/** Returns the steps that must end before this one can open, including those of its condition and due date. */
const before = ({ waitsFor, condition, due }: TemplateStep) => [
  ...waitsFor,
  ...(condition ? [condition.step] : []),
  ...(due.from === 'step' ? [due.step] : []),
]

/** Returns a fault for each step that waits for itself, directly or through others. */
function circleFaults(steps: readonly TemplateStep[]): TemplateFault[] {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (seen.has(from)) return false
    seen.add(from)
    const next = byKey.get(from)
    return next !== undefined && before(next).some((key) => key === to || reaches(key, to, seen))
  }
  return steps
    .filter(({ key }) => reaches(key, key))
    .map((step) => {
      const through = before(step).find((key) => key !== step.key && reaches(key, step.key))
      const title = through && byKey.get(through)?.title
      const message = title
        ? `It opens only after itself, through “${title}”. Neither would ever open.`
        : 'It opens only after itself, so it never would.'
      return { step: step.key, message }
    })
}

/**
 * `ended`: everybody has done it. `skipped`: nobody is asked, because its condition is not met or only guests could.
 */
export type StepState = 'waiting' | 'open' | 'ended' | 'skipped'

export interface Progress {
  /** Whether everybody who was asked has done it. */
  isEnded: (key: string) => boolean
  /** Whether all who would be asked are guests, who cannot do it with a link alone. */
  isBeyondGuests?: (key: string) => boolean
  /** Returns the answers to a form, one set per person who answered. Empty if nobody has. */
  answersOf: (key: string) => readonly Record<string, unknown>[]
}

/** Returns the state of each step, given which steps have ended and what was answered. */
export function stepStates(
  steps: readonly TemplateStep[],
  { isEnded, answersOf, isBeyondGuests = () => false }: Progress,
): Map<string, StepState> {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const states = new Map<string, StepState>()
  const isOver = (key: string) => {
    const other = byKey.get(key)
    return !other || ['ended', 'skipped'].includes(stateOf(other))
  }
  const decided = (step: TemplateStep): StepState => {
    const { condition, waitsFor, key } = step
    if (condition && byKey.has(condition.step)) {
      const source = byKey.get(condition.step) as TemplateStep
      if (stateOf(source) === 'skipped') return 'skipped'
      const answers = answersOf(condition.step)
      const holds = answers.some((given) => isAnswered(given[condition.field], condition.value))
      // While others have yet to answer, one person's answer can open the step, but cannot skip it.
      if (!holds) return stateOf(source) === 'ended' ? 'skipped' : 'waiting'
    }
    if (isEnded(key)) return 'ended'
    if (isBeyondGuests(key)) return 'skipped'
    return waitsFor.every(isOver) ? 'open' : 'waiting'
  }
  const stateOf = (step: TemplateStep): StepState => {
    const known = states.get(step.key)
    if (known) return known
    // Publishing refuses circles. A circle that exists anyway waits.
    states.set(step.key, 'waiting')
    const state = decided(step)
    states.set(step.key, state)
    return state
  }
  for (const step of steps) stateOf(step)
  return states
}

export interface DueFrom {
  /** Days, such as `2026-11-09`. */
  startedOn: string
  openedOn: string
  dates: readonly Pick<KeyDate, 'kind' | 'on'>[]
  /** Returns the day on which a step ended, or null if it has not. */
  endedOn: (key: string) => string | null
}

/** Returns the due date of a step, such as `2026-12-03`, or null if it has none, or none yet. */
export function dueOn(rule: DueRule, { startedOn, openedOn, dates, endedOn }: DueFrom): string | null {
  if (rule.from === 'none') return null
  if (rule.from === 'start') return addDays(startedOn, rule.days)
  if (rule.from === 'opening') return addDays(openedOn, rule.days)
  if (rule.from === 'date') {
    const on = dates.find(({ kind }) => kind === rule.date)?.on
    return on ? addDays(on, -rule.days) : null
  }
  const on = endedOn(rule.step)
  return on && addDays(on, rule.days)
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the name of what a step asks for. */
export const asksName = ({ asks: taskKind }: Pick<TemplateStep, 'asks'>) => asks[taskKind].name
