import type { FirmField, FirmForm } from '#contract/forms/firm-form.ts'
import { forWhom } from '#contract/matters/party.ts'
import type { TemplateStep } from '#contract/templates/step.ts'

/** Returns the title of a step, and whose it is if it isn't the clients' own, as several steps may share a title. */
export const stepName = ({ title, roles }: Pick<TemplateStep, 'title' | 'roles'>) => {
  const whose = forWhom(roles)
  return whose === null ? title : `${title} (${whose})`
}

/** Returns the name of the step with this key, or null if it was removed. */
export const nameOfKey = (key: string, steps: readonly TemplateStep[]) => {
  const step = steps.find((other) => other.key === key)
  return step ? stepName(step) : null
}

/** What is chosen where a step, a question or an answer was removed since. */
export const goneStep = 'A step that’s no longer here'
export const goneAnswer = 'An answer that’s no longer offered'

/** Returns the name of a step within a sentence. */
export const quotedName = (key: string, steps: readonly TemplateStep[]) => {
  const name = nameOfKey(key, steps)
  return name === null ? 'a step that’s no longer here' : `“${name}”`
}

/** Returns the list with one item moved to another position. */
export const moved = <T>(all: readonly T[], from: number, to: number): T[] => {
  const rest = all.filter((_, index) => index !== from)
  return [...rest.slice(0, to), all[from] as T, ...rest.slice(to)]
}

/** "What price have you agreed?" → `what_price_have_you`, with a number if that is taken. */
export const keyFrom = (words: string, taken: readonly string[]) => {
  const plain = words
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 24)
    .replace(/_+$/, '')
  const base = plain || 'step'
  const free = (count: number): string => {
    const key = count === 1 ? base : `${base}_${count}`
    return taken.includes(key) ? free(count + 1) : key
  }
  return free(1)
}

export const newStep = (steps: readonly TemplateStep[]): TemplateStep => ({
  key: keyFrom(
    'step',
    steps.map(({ key }) => key),
  ),
  asks: 'requested_document',
  title: '',
  description: '',
  roles: ['client', 'joint_client'],
  everyone: 'any',
  amount: null,
  account: null,
  due: { from: 'none' },
  reminders: [],
  waitsFor: [],
  condition: null,
  form: null,
})

/**
 * A key that no question ever had. One that was removed leaves answers, drafts and conditions behind, and they must not
 * pass to another question.
 */
const newFieldKey = () => `q_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

export const newField = (): FirmField => ({
  key: newFieldKey(),
  kind: 'text',
  label: '',
  hint: '',
  isRequired: true,
  offers: [],
  shownWhen: null,
  fields: [],
})

export const emptyForm: FirmForm = { sections: [{ title: 'About your case', fields: [] }] }
