import { type MouseEvent, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import type { MergedDraft } from '../autosave.ts'
import { answerOn } from '../plans.ts'
import { useWizard, type Wizard, type WizardOptions } from '../wizard.ts'
import { QuestionnaireFields, RiskFields } from './built-in-fields.tsx'
import { FirmFields } from './firm-fields.tsx'
import { Answered } from './submitted.tsx'

/** A form in steps, from its first field to its submission. */
export const FormWizard = (options: WizardOptions) => {
  const wizard = useWizard(options)
  const { form, step, plan, isLast } = wizard
  const [sharedAtFirst] = useState(wizard.shared)
  return (
    <form {...form.props} onSubmit={wizard.onSubmit} className="grid gap-5">
      <SharingNotice {...wizard} sharedAtFirst={sharedAtFirst} />
      {wizard.mergedDraft && (
        <MergeNotice mergedDraft={wizard.mergedDraft} plan={plan} wasShared={sharedAtFirst !== undefined} />
      )}
      <StepHead {...wizard} />
      <FormFault>{form.fault}</FormFault>
      {isLast && <Review {...wizard} />}
      <Fields plan={plan} step={step} form={form} fundsSource={options.draft.fundsSource} />
      <StepFoot {...wizard} />
    </form>
  )
}

/**
 * For a form that several clients share: says who started it, who typed last, and what someone typed at the same time.
 */
const SharingNotice = ({ shared, sharedAtFirst, isPrivate, keepPrivate }: SharingNoticeProps) => {
  if (!shared) return sharedAtFirst ? <NoLongerShared others={sharedAtFirst.with} /> : null
  const { savedBy, startedBy } = shared
  const others = shared.with.join(' and ')
  const isTheirs = savedBy !== null && !savedBy.isYou
  const isSamePerson = savedBy?.isYou === startedBy?.isYou && savedBy?.name === startedBy?.name
  return (
    <div className="grid gap-2 text-sm">
      {!isPrivate && startedBy && savedBy && (
        <p className="text-ink-soft">
          Started by {startedBy.isYou ? 'you' : startedBy.name} · <Ago at={startedBy.at} />
          {savedBy.at > startedBy.at && (
            <>
              {' · '}
              {isSamePerson ? 'last change ' : `${savedBy.isYou ? 'You' : savedBy.name} typed last · `}
              <Ago at={savedBy.at} />
            </>
          )}
        </p>
      )}
      <Checkbox
        label="Keep what I type to myself until I submit it"
        hint={
          isPrivate && isTheirs
            ? `${savedBy.name} has typed answers of their own, so yours stay private. What is submitted first counts.`
            : `Otherwise ${others} can see it and carry on where you stop. Files you add are only yours either way.`
        }
        checked={isPrivate}
        disabled={isPrivate && isTheirs}
        onChange={({ target }) => keepPrivate(target.checked)}
        name="isPrivate"
      />
    </div>
  )
}

interface SharingNoticeProps extends Pick<Wizard, 'shared' | 'isPrivate' | 'keepPrivate'> {
  /** As it was when the form was opened. */
  sharedAtFirst: Wizard['shared']
}

/** The firm has taken the others off the case while the form was open. */
const NoLongerShared = ({ others }: { others: readonly string[] }) => (
  <Callout tone="info" announce="status" title={`You no longer share this form with ${others.join(' and ')}`}>
    What’s been typed is kept, and you can carry on.
  </Callout>
)

const elsewhere = 'This form was also filled in elsewhere'

interface MergeNoticeProps extends Pick<Wizard, 'plan'> {
  mergedDraft: MergedDraft
  /** Whether somebody else may have typed it who shares the form no longer. */
  wasShared: boolean
}

const MergeNotice = ({ mergedDraft: { merged, theirs }, plan, wasShared }: MergeNoticeProps) => {
  const words = wasShared && !theirs.shared ? elsewhere : 'You also typed in this form elsewhere'
  const other = theirs.shared?.savedBy?.isYou === false ? theirs.shared.savedBy.name : null
  const overlaps = merged.overlaps.map((field) => answerOn(plan, field, theirs.formData))
  const shown = new Map(overlaps.map((answer) => [answer.label, answer]))
  return (
    <Callout
      tone="warn"
      announce="status"
      title={other === null ? words : `${other} typed here at the same time`}
    >
      <p>We’ve put both together. Please check the answers before you submit.</p>
      <ul className="mt-1 list-disc pl-4 empty:hidden">
        {[...shown.values()].map(({ label, text }) => (
          <li key={label} className="wrap-anywhere">
            “{label}”: what’s here is kept. {other === null ? 'Elsewhere' : 'The other answer'}: “{text}”.
          </li>
        ))}
      </ul>
    </Callout>
  )
}

type FieldsProps = Pick<Wizard, 'plan' | 'step' | 'form'> & Pick<WizardOptions['draft'], 'fundsSource'>

const Fields = ({ plan, fundsSource, ...rest }: FieldsProps) => {
  if (plan.questions) return <FirmFields questions={plan.questions} {...rest} />
  if (plan.form === 'risk_assessment') return <RiskFields fundsSource={fundsSource} {...rest} />
  return <QuestionnaireFields {...rest} />
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
          <Saving saved={saved} />
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

/**
 * Says how saving goes. Only a failure, and that it is over, is announced: to hear "Saved" after each pause would be in
 * the way of typing.
 */
const Saving = ({ saved }: Pick<Wizard, 'saved'>) => {
  const isAnnounced = saved === 'failed' || saved === 'refused' || saved === 'recovered'
  return (
    <>
      {!isAnnounced && <span>{savedWords[saved]}</span>}
      <span role="status">{isAnnounced && savedWords[saved]}</span>
    </>
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
  recovered: 'Saved',
  failed: 'Not saved yet. We’ll keep trying',
  refused: 'Not saved',
}

// Otherwise a double click on "Next" could submit answers that were not reviewed.
const ignoreSecond = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault()
}
