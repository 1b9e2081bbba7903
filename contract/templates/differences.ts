import { fieldsOf } from '../forms/firm-form.ts'
import { formatPounds } from '../kit/money.ts'
import type { TemplateStep } from './step.ts'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

type Change = (from: TemplateStep, to: TemplateStep) => string

const amounts: Change = (before, { amount, account }) => {
  const isNew = before.amount === null || amount === null
  const isOther = account !== null && before.account !== account
  const named = [
    ...(isNew || before.amount === amount
      ? []
      : [`amount: ${formatPounds(amount)} instead of ${formatPounds(before.amount ?? 0)}`]),
    ...(isOther ? [`paid into the ${account} account`] : []),
  ]
  return named.join(', ') || 'amount'
}

/** Says which questions are added, removed or changed, each by its label in the version that has it. */
const questions: Change = ({ form: before }, { form: after }) => {
  if (before === null || after === null) return 'questions'
  const [old, present] = [fieldsOf(before), fieldsOf(after)]
  const labelled = (words: string, fields: typeof old) => fields.map(({ label }) => `“${label}” ${words}`)
  const oldOf = (key: string) => old.find((field) => field.key === key)
  const named = [
    ...labelled(
      'added',
      present.filter(({ key }) => !oldOf(key)),
    ),
    ...labelled(
      'removed',
      old.filter(({ key }) => !present.some((field) => field.key === key)),
    ),
    ...labelled(
      'changed',
      present.filter((field) => oldOf(field.key) && !isSame(oldOf(field.key), field)),
    ),
  ]
  return `questions: ${named.join(', ') || 'their order or pages'}`
}

const aspects: [change: string | Change, keys: (keyof TemplateStep)[]][] = [
  ['what is asked for', ['asks']],
  ['title', ['title']],
  ['words', ['description']],
  ['who does it', ['roles', 'everyone']],
  [amounts, ['amount', 'account']],
  ['due date', ['due']],
  ['reminders', ['reminders']],
  ['what comes before it', ['waitsFor']],
  ['condition', ['condition']],
  [questions, ['form']],
]

/** Returns which aspects of a step differ. Empty if none do. */
const changesOf = (from: TemplateStep, to: TemplateStep) =>
  aspects
    .filter(([, keys]) => keys.some((key) => !isSame(from[key], to[key])))
    .map(([change]) => (typeof change === 'string' ? change : change(from, to)))

/** Returns what another version adds, removes and changes. */
export const differencesOf = (from: readonly TemplateStep[], to: readonly TemplateStep[]) => ({
  added: to.filter(({ key }) => !from.some((step) => step.key === key)),
  removed: from.filter(({ key }) => !to.some((step) => step.key === key)),
  changed: to.flatMap((step) => {
    const earlier = from.find(({ key }) => key === step.key)
    const changes = earlier ? changesOf(earlier, step) : []
    return changes.length > 0 ? [{ step, aspects: changes }] : []
  }),
})
