import type { MouseEvent } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useWizard, type Wizard, type WizardOptions } from '../wizard.ts'
import { FirmFields } from './firm-fields.tsx'
import { QuestionnaireFields } from './questionnaire-fields.tsx'
import { RiskFields } from './risk-fields.tsx'
import { Answered } from './submitted.tsx'

/** A form in steps, from its first field to its submission. */
export const FormWizard = (options: WizardOptions) => {
  const wizard = useWizard(options)
  const { form, step, plan, isLast } = wizard
  return (
    <form {...form.props} onSubmit={wizard.onSubmit} className="grid gap-5">
      <StepHead {...wizard} />
      <FormFault>{form.fault}</FormFault>
      {isLast && <Review {...wizard} />}
      <Fields plan={plan} step={step} form={form} />
      <StepFoot {...wizard} />
    </form>
  )
}

const Fields = ({ plan, ...rest }: Pick<Wizard, 'plan' | 'step' | 'form'>) => {
  if (plan.questions) return <FirmFields questions={plan.questions} {...rest} />
  return plan.form === 'risk_assessment' ? <RiskFields {...rest} /> : <QuestionnaireFields {...rest} />
}

const StepHead = ({ plan, step, heading, saved }: Wizard) => {
  const count = plan.steps.length
  const percent = Math.round((step / count) * 100)
  return (
    <div className="grid gap-2">
      <div className="flex justify-between gap-4 text-sm text-ink-soft">
        <span>
          Step {step} of {count}
        </span>
        <span className="flex gap-2.5">
          <span role="status">{savedWords[saved]}</span>
          <span className="figures">{percent}%</span>
        </span>
      </div>
      <Progress value={percent} label={`Step ${step} of ${count}`} />
      <h3 ref={heading} tabIndex={-1} className="serif mt-2 scroll-mt-28 text-section">
        {plan.steps[step - 1]?.title}
      </h3>
    </div>
  )
}

const Review = ({ plan, values, goTo }: Wizard) => (
  <div className="grid gap-4">
    <p className="text-ink-soft">Please read your answers once more. You can still change any of them.</p>
    <Answered
      steps={plan.shown(values)}
      action={({ title, step }) => (
        <Button variant="link" size="small" aria-label={`Edit ${title}`} onClick={() => goTo(step)}>
          Edit
        </Button>
      )}
    />
  </div>
)

const StepFoot = ({ plan, step, isLast, values, isSubmitting, goTo }: Wizard) => (
  <DialogFooter>
    <Button disabled={step === 1} onClick={() => goTo(step - 1)}>
      Previous
    </Button>
    {isLast ? (
      <Button
        key="submit"
        type="submit"
        variant="primary"
        disabled={plan.consents.some((consent) => values[consent] !== true)}
        busy={isSubmitting}
        busyText="Submitting..."
        onClick={ignoreSecond}
      >
        Submit
      </Button>
    ) : (
      <Button key="next" type="submit" variant="primary">
        Next
      </Button>
    )}
  </DialogFooter>
)

const savedWords = {
  idle: '',
  saving: 'Saving…',
  saved: 'Saved',
  failed: "Not saved yet: what you've typed is kept here",
}

// A double press on "Next" must not submit what has not been read yet.
const ignoreSecond = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault()
}
