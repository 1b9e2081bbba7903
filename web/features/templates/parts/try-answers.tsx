import { useState } from 'react'
import { questionsOf, type StepState, stepStates } from '#contract/templates/rules.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Checkbox, CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import type { Tone } from '#web/ui/tone.ts'

const stateWords: Record<StepState, [tone: Tone, words: string]> = {
  open: ['info', 'Open'],
  ended: ['ok', 'Done'],
  waiting: ['neutral', 'Waiting'],
  skipped: ['over', 'Not asked'],
}

/** Shows which steps a case would have after these answers. Saves nothing. */
export const TryAnswers = ({ steps }: { steps: readonly TemplateStep[] }) => {
  const [done, setDone] = useState<readonly string[]>([])
  const [answers, setAnswers] = useState<Record<string, Record<string, string[]>>>({})
  const states = stepStates(steps, {
    isEnded: (key) => done.includes(key),
    answersOf: (key) => (done.includes(key) ? [answers[key] ?? {}] : []),
  })
  const tick = (key: string, isDone: boolean) =>
    setDone(isDone ? [...done, key] : done.filter((other) => other !== key))
  const give = (step: string, field: string, value: string, isGiven: boolean) => {
    const before = answers[step]?.[field] ?? []
    const given = isGiven ? [...before, value] : before.filter((other) => other !== value)
    setAnswers({ ...answers, [step]: { ...answers[step], [field]: given } })
    if (isGiven && !done.includes(step)) tick(step, true)
  }
  return (
    <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
      <Card className="grid gap-5">
        <CardTitle lead="Tick what is done and what is answered. Nothing here is saved.">
          Sample answers
        </CardTitle>
        {steps.map((step) => (
          <div key={step.key} className="grid gap-3">
            <Checkbox
              label={step.title}
              checked={done.includes(step.key)}
              onChange={({ target }) => tick(step.key, target.checked)}
            />
            {askedElsewhere(step, steps).map(({ field, label, offers }) => (
              <div key={field} className="ml-8">
                <CheckboxGroup
                  label={label}
                  name={`${step.key}-${field}`}
                  offers={offers}
                  value={answers[step.key]?.[field] ?? []}
                  onChange={({ target }) => give(step.key, field, target.value, target.checked)}
                />
              </div>
            ))}
          </div>
        ))}
      </Card>
      <Card padded={false} className="lg:sticky lg:top-5">
        <ol aria-label="What would open" className="divide-y divide-line">
          {steps.map(({ key, title }) => {
            const [tone, words] = stateWords[states.get(key) ?? 'waiting']
            return (
              <li key={key}>
                <Row
                  title={<span className="wrap-anywhere">{title}</span>}
                  action={<Badge tone={tone}>{words}</Badge>}
                />
              </li>
            )
          })}
        </ol>
      </Card>
    </div>
  )
}

/** The questions of a step that conditions of other steps refer to. */
const askedElsewhere = (step: TemplateStep, steps: readonly TemplateStep[]) =>
  questionsOf(step).filter(({ field }) =>
    steps.some(({ condition }) => condition?.step === step.key && condition.field === field),
  )
