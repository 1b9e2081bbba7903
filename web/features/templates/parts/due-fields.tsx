import { useState } from 'react'
import type { DueRule, TemplateStep } from '#contract/templates/step.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { quotedName } from '../draft.ts'

export interface StepFieldsProps {
  step: TemplateStep
  set: (to: Partial<TemplateStep>) => void
  errors: Record<string, string>
}

const rules = [
  { value: 'none', label: 'No date' },
  { value: 'start', label: 'Days after the case opens' },
  { value: 'opening', label: 'Days after the step opens' },
  { value: 'date target_exchange', label: 'Days before the target exchange' },
  { value: 'date completion', label: 'Days before completion' },
  { value: 'date limitation', label: 'Days before limitation' },
]

/** A step that was removed is offered for as long as it is chosen, so that it's seen and can be changed. */
const stepRules = (due: DueRule, steps: readonly TemplateStep[]) => {
  const keys = new Set([...steps.map(({ key }) => key), ...(due.from === 'step' ? [due.step] : [])])
  return [...keys].map((key) => ({ value: `step ${key}`, label: `Days after ${quotedName(key, steps)}` }))
}

const valueOf = (due: DueRule) => {
  if (due.from === 'date') return `date ${due.date}`
  return due.from === 'step' ? `step ${due.step}` : due.from
}

const ruleFrom = (value: string, days: number): DueRule => {
  const [from, subject = ''] = value.split(' ')
  if (from === 'date') return { from, days, date: subject as 'completion' }
  if (from === 'step') return { from, days, step: subject }
  return from === 'start' || from === 'opening' ? { from, days } : { from: 'none' }
}

const wholeNumber = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** When a step is due, and when its client is reminded. */
export const DueFields = ({
  step,
  steps,
  set,
  errors,
}: StepFieldsProps & { steps: readonly TemplateStep[] }) => {
  const { due, reminders } = step
  const [days, setDays] = useState(due.from === 'none' ? '7' : String(due.days))
  const [typed, setTyped] = useState(reminders.join(', '))
  const changeDays = (text: string) => {
    setDays(text)
    set({ due: ruleFrom(valueOf(due), wholeNumber(text)) })
  }
  const changeReminders = (text: string) => {
    setTyped(text)
    set({
      reminders:
        text.trim() === ''
          ? []
          : text
              .split(/[\s,]+/)
              .filter(Boolean)
              .map(wholeNumber),
    })
  }
  const wrongReminder = Object.entries(errors).find(([name]) => name.startsWith('reminders'))?.[1]
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[1fr_10rem]">
        <SelectField
          label="Due"
          choices={[...rules, ...stepRules(due, steps)]}
          value={valueOf(due)}
          onChange={({ target }) => set({ due: ruleFrom(target.value, wholeNumber(days)) })}
        />
        {due.from !== 'none' && (
          <TextField
            label="Days"
            inputMode="numeric"
            value={days}
            error={errors['due.days']}
            onChange={({ target }) => changeDays(target.value)}
          />
        )}
      </div>
      <TextField
        label="Reminders"
        hint="Days after it opens, such as 1, 3, 7. Leave blank for the usual ones"
        optional
        value={typed}
        error={wrongReminder}
        onChange={({ target }) => changeReminders(target.value)}
      />
    </>
  )
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

const dateWords = {
  target_exchange: 'the target exchange',
  completion: 'completion',
  limitation: 'limitation',
}

/** Says when a step is due. Null if it has no date. */
export const dueWords = (due: DueRule, steps: readonly TemplateStep[]) => {
  if (due.from === 'none') return null
  if (due.from === 'date') return `due ${days(due.days)} before ${dateWords[due.date]}`
  if (due.from === 'step') return `due ${days(due.days)} after ${quotedName(due.step, steps)}`
  return `due ${days(due.days)} after ${due.from === 'start' ? 'the case opens' : 'the step opens'}`
}
