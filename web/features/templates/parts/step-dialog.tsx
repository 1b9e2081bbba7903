import { type FormEvent, useState } from 'react'
import { withoutHiddenInProse } from '#contract/kit/text.ts'
import { invalidInput } from '#contract/kit/transport.ts'
import { type PartyRole, roleNames } from '#contract/matters/party.ts'
import { questionsOf } from '#contract/templates/rules.ts'
import { asks, isPersonal, type StepAsks, stepKindNames, TemplateStep } from '#contract/templates/step.ts'
import { useFocusOnFault } from '#web/platform/form.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { CheckboxGroup, RadioGroup } from '#web/ui/fields/choices.tsx'
import { MoneyField } from '#web/ui/fields/digits-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { DiscardQuestion, useDiscardQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { emptyForm, goneAnswer, goneStep, keyFrom, nameOfKey, stepName } from '../draft.ts'
import { DueFields, type StepFieldsProps } from './due-fields.tsx'
import { FormEditor } from './form-editor.tsx'

interface StepDialogProps {
  step: TemplateStep
  steps: readonly TemplateStep[]
  save: (step: TemplateStep) => void
  close: () => void
}

/** Edits a step: what is requested, who does it, when it is due and on which condition. */
export const StepDialog = ({ step: start, steps, save, close }: StepDialogProps) => {
  const [step, setStep] = useState(start)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusals, setRefusals] = useState(0)
  const element = useFocusOnFault(refusals)
  const isChanged = JSON.stringify(step) !== JSON.stringify(start)
  const { cancel, question } = useDiscardQuestion(isChanged, close)
  useUnloadQuestion(isChanged)
  const others = steps.filter(({ key }) => key !== start.key)
  const isNew = others.length === steps.length
  const set = (to: Partial<TemplateStep>) => setStep({ ...step, ...to })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const key = isNew
      ? keyFrom(
          step.title,
          steps.map((other) => other.key),
        )
      : step.key
    const checked = TemplateStep.safeParse(visible({ ...step, key }))
    if (checked.success) return save(checked.data)
    setErrors(invalidInput(checked.error).fields)
    setRefusals(refusals + 1)
  }
  return (
    <Dialog open onOpenChange={cancel} size="large" title={isNew ? 'New step' : 'Edit step'}>
      <form ref={element} onSubmit={submit} noValidate className="grid gap-5">
        <WhatFields step={step} set={set} errors={errors} />
        <WhoseFields step={step} set={set} errors={errors} />
        <DueFields step={step} steps={others} set={set} errors={errors} />
        <OrderFields step={step} steps={others} set={set} errors={errors} />
        {step.form && step.asks === 'firm_form' && (
          <FormEditor form={step.form} change={(form) => set({ form })} errors={errors} />
        )}
        <DialogFooter>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary">
            Done
          </Button>
        </DialogFooter>
      </form>
      <DiscardQuestion
        {...question}
        title="Discard your changes to this step?"
        description="What you entered here will be lost. The template stays as it is."
      />
    </Dialog>
  )
}

/** A paste brings marks that nobody sees and could take out. The contract refuses them. */
const visible = (step: TemplateStep): unknown =>
  JSON.parse(
    JSON.stringify(step, (_, value) => (typeof value === 'string' ? withoutHiddenInProse(value) : value)),
  )

const asksChoices = Object.entries(asks).map(([value, { kind, name }]) => ({
  value,
  label: `${stepKindNames[kind]}: ${name}`,
}))

const WhatFields = ({ step, set, errors }: StepFieldsProps) => {
  const change = (taskKind: StepAsks) =>
    set({
      asks: taskKind,
      everyone: asks[taskKind].isPersonal ? 'each' : step.everyone,
      form: taskKind === 'firm_form' ? (step.form ?? emptyForm) : null,
      amount: taskKind === 'payment' ? step.amount : null,
      account: taskKind === 'payment' ? (step.account ?? 'client') : null,
    })
  return (
    <>
      <SelectField
        label="What do you ask for?"
        choices={asksChoices}
        value={step.asks}
        onChange={({ target }) => change(target.value as StepAsks)}
      />
      <TextField
        label="Title"
        hint="What the client reads in their list, for example “Upload your lease”"
        required
        value={step.title}
        error={errors.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextArea
        label={step.asks === 'read_and_accept' ? 'What they read' : 'Words below the title'}
        optional={step.asks !== 'read_and_accept'}
        value={step.description}
        error={errors.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      {step.asks === 'payment' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField
            label="Amount"
            hint="Write {amount} in the words above to show it there"
            required
            value={step.amount}
            error={errors.amount}
            onChange={(amount) => set({ amount })}
          />
          <RadioGroup
            label="Paid into"
            name="account"
            choices={[
              { value: 'client', label: 'Client account' },
              { value: 'office', label: 'Office account' },
            ]}
            value={step.account ?? 'client'}
            onChange={({ target }) => set({ account: target.value === 'office' ? 'office' : 'client' })}
          />
        </div>
      )}
    </>
  )
}

const roles: PartyRole[] = [
  'client',
  'joint_client',
  'giver_of_funds',
  'executor',
  'attorney',
  'beneficiary',
  'beneficial_owner',
  'director',
]

const toggled = <V,>(all: readonly V[], value: V, isChosen: boolean) =>
  isChosen ? [...all, value] : all.filter((other) => other !== value)

const WhoseFields = ({ step, set, errors }: StepFieldsProps) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <CheckboxGroup
      label="Who does it?"
      name="roles"
      required
      choices={roles.map((value) => ({ value, label: roleNames[value] }))}
      value={step.roles}
      error={errors.roles}
      onChange={({ target }) =>
        set({ roles: toggled(step.roles, target.value as PartyRole, target.checked) })
      }
    />
    <RadioGroup
      label="Where there are several"
      name="everyone"
      hint={isPersonal(step) ? 'It’s about a person, so each of them does their own.' : undefined}
      choices={[
        { value: 'each', label: 'Each does their own' },
        { value: 'any', label: 'One does it for all of them', disabled: isPersonal(step) },
      ]}
      value={step.everyone}
      onChange={({ target }) => set({ everyone: target.value === 'any' ? 'any' : 'each' })}
    />
  </div>
)

const always = 'always'

/** Offers what was chosen earlier and is no longer there, so that it's seen and can be taken away. */
const withGone = <C extends { value: string }>(choices: readonly C[], gone: C | null) =>
  gone === null || choices.some(({ value }) => value === gone.value) ? choices : [...choices, gone]

const OrderFields = ({ step, steps, set, errors }: StepFieldsProps & { steps: readonly TemplateStep[] }) => {
  const { waitsFor, condition } = step
  const answers = steps.flatMap((other) =>
    questionsOf(other).flatMap(({ field, label, choices }) =>
      choices.map((choice) => ({
        condition: { step: other.key, field, value: choice.value },
        value: `${other.key} ${field} ${choice.value}`,
        label: `${stepName(other)} · ${label} · ${choice.label}`,
      })),
    ),
  )
  const chosen = condition && {
    condition,
    value: `${condition.step} ${condition.field} ${condition.value}`,
    label: goneAnswer,
  }
  const conditions = withGone(answers, chosen)
  const before = [...new Set([...steps.map(({ key }) => key), ...waitsFor])]
  return (
    <>
      {before.length > 0 && (
        <CheckboxGroup
          label="Opens only after"
          hint="Leave blank to open it straight away"
          name="waitsFor"
          choices={before.map((key) => ({ value: key, label: nameOfKey(key, steps) ?? goneStep }))}
          value={waitsFor}
          error={errors.waitsFor}
          onChange={({ target }) => set({ waitsFor: toggled(waitsFor, target.value, target.checked) })}
        />
      )}
      {conditions.length > 0 && (
        <SelectField
          label="Asked only if the client answers"
          hint="An answer to a form in another step"
          choices={[{ value: always, label: 'Always asked' }, ...conditions]}
          value={chosen?.value ?? always}
          onChange={({ target }) =>
            set({ condition: conditions.find(({ value }) => value === target.value)?.condition ?? null })
          }
        />
      )}
    </>
  )
}
