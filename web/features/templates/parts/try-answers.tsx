import { useState } from 'react'
import { type Question, questionsOf, type StepState, stepStates } from '#contract/templates/rules.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Checkbox, CheckboxGroup, RadioGroup } from '#web/ui/fields/choices.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { stepName } from '../draft.ts'
import { opensWhen } from './step-list.tsx'

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
  const give = (step: string, field: string, given: string[]) => {
    setAnswers({ ...answers, [step]: { ...answers[step], [field]: given } })
    if (given.length > 0 && !done.includes(step)) tick(step, true)
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
              label={stepName(step)}
              checked={done.includes(step.key)}
              onChange={({ target }) => tick(step.key, target.checked)}
            />
            {questionsElsewhere(step, steps).map((question) => (
              <div key={question.field} className="ml-8">
                <SampleAnswer
                  question={question}
                  name={`${step.key}-${question.field}`}
                  given={answers[step.key]?.[question.field] ?? []}
                  give={(given) => give(step.key, question.field, given)}
                />
              </div>
            ))}
          </div>
        ))}
      </Card>
      <Card padded={false} className="lg:sticky lg:top-5">
        <ol aria-label="What would open" className="divide-y divide-line">
          {steps.map((step) => {
            const state = states.get(step.key) ?? 'waiting'
            const [tone, words] = stateWords[state]
            return (
              <li key={step.key}>
                <Row
                  title={<span className="wrap-anywhere">{stepName(step)}</span>}
                  detail={state === 'waiting' && opensWhen(step, steps)}
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

interface SampleAnswerProps {
  question: Question
  name: string
  given: readonly string[]
  give: (given: string[]) => void
}

/** A question as a client answers it: one answer takes the place of another unless several may be chosen. */
const SampleAnswer = ({ question: { label, choices, isSeveral }, name, given, give }: SampleAnswerProps) =>
  isSeveral ? (
    <CheckboxGroup
      label={label}
      name={name}
      choices={choices}
      value={[...given]}
      onChange={({ target: { value, checked } }) =>
        give(checked ? [...given, value] : given.filter((other) => other !== value))
      }
    />
  ) : (
    <RadioGroup
      label={label}
      name={name}
      choices={choices}
      value={given[0] ?? ''}
      onChange={({ target }) => give([target.value])}
    />
  )

/** The questions of a step that conditions of other steps refer to. */
const questionsElsewhere = (step: TemplateStep, steps: readonly TemplateStep[]) =>
  questionsOf(step).filter(({ field }) =>
    steps.some(({ condition }) => condition?.step === step.key && condition.field === field),
  )
