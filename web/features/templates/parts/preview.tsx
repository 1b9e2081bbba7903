import { useState } from 'react'
import { type PartyRole, roleNames } from '#contract/matters/party.ts'
import { actionLabel, groupsOf, groupTitles, progressOrder } from '#contract/tasks.ts'
import { conditionWords } from '#contract/templates/rules.ts'
import { asks, type TemplateStep, wordsWithAmount } from '#contract/templates/step.ts'
import { FormPreview } from '#web/features/forms/dialog.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { dueWords } from './due-fields.tsx'

/** The steps as the people who do them see them, once all are open. */
export const Preview = ({ steps }: { steps: readonly TemplateStep[] }) => {
  const all = [...new Set(steps.flatMap(({ roles }) => roles))]
  const [chosen, choose] = useState<PartyRole>('client')
  const [opened, open] = useState<TemplateStep | null>(null)
  const role = all.includes(chosen) ? chosen : (all[0] ?? 'client')
  const mine = steps.filter(({ roles }) => roles.includes(role)).map(taskOf)
  const groups = groupsOf(mine, progressOrder).filter(({ tasks }) => tasks.length > 0)
  return (
    <div className="mt-5 grid max-w-200 gap-4">
      <SelectField
        label="As seen by"
        hint="Steps that wait or depend on an answer are shown as well"
        choices={all.map((value) => ({ value, label: roleNames[value] }))}
        value={role}
        onChange={({ target }) => choose(target.value as PartyRole)}
      />
      {groups.length === 0 && (
        <Empty title="Nothing to do">Nobody on the case is asked for anything yet.</Empty>
      )}
      {groups.map(({ category, tasks }) => (
        <Section key={category} title={groupTitles[category]}>
          {tasks.map((task) => (
            <Row
              key={task.key}
              title={<span className="wrap-anywhere">{task.title}</span>}
              detail={<TaskWords task={task} steps={steps} />}
              action={
                <Button size="small" onClick={() => open(task)}>
                  {actionLabel(task)}
                </Button>
              }
            />
          ))}
        </Section>
      ))}
      {opened && <StepDialog step={opened} close={() => open(null)} />}
    </div>
  )
}

/** A step as the task it becomes. */
const taskOf = (step: TemplateStep) => ({
  ...step,
  category: asks[step.asks].category,
  kind: step.asks,
  status: 'pending' as const,
})

interface TaskWordsProps {
  task: TemplateStep
  steps: readonly TemplateStep[]
}

const TaskWords = ({ task, steps }: TaskWordsProps) => (
  <>
    <p className="whitespace-pre-line">{wordsWithAmount(task)}</p>
    <p className="first-letter:uppercase">{dueWords(task.due, steps)}</p>
    {task.condition && <p>Only if {conditionWords(task.condition, steps)}</p>}
  </>
)

const StepDialog = ({ step, close }: { step: TemplateStep; close: () => void }) => (
  <Dialog open onOpenChange={close} title={step.title} description={wordsWithAmount(step) || undefined}>
    {step.form ? (
      <FormPreview questions={step.form} />
    ) : (
      <p className="text-ink-soft">This has no preview: clients do it on the portal’s usual page.</p>
    )}
  </Dialog>
)
