import { Download, Pencil, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { shownSubmitted } from '#contract/forms/firm-answers.ts'
import { type Answers, forms } from '#contract/forms/forms.ts'
import type { ShownStep } from '#contract/forms/labels.ts'
import { fullName } from '#contract/kit/names.ts'
import { urlOf } from '#contract/kit/transport.ts'
import type { Firm } from '#contract/settings.ts'
import type { Task } from '#contract/tasks.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { useKnownFirm } from '#web/platform/firm.ts'
import { useUser } from '#web/platform/session.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { usePrintSheet } from '#web/ui/layout/print.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useAnswers } from '../hooks.ts'

interface SubmittedProps {
  task: Task
  onCorrect: () => void
}

/**
 * All versions of the submitted answers. They can be corrected until the firm has accepted them, unless their cases are
 * closed.
 */
export const Submitted = ({ task: { id, title, isOfClosed }, onCorrect }: SubmittedProps) => {
  const versions = useAnswers(id)
  const [chosen, setChosen] = useState<number>()
  const shown = versions.find(({ version }) => version === chosen) ?? versions[0]
  const isAccepted = versions[0]?.isAccepted ?? false
  const people = { client: fullName(useUser()), firm: useKnownFirm().firm }
  const { sheet, printIt } = usePrintSheet(
    shown && <PrintedAnswers title={title} answers={shown} {...people} />,
  )
  if (shown === undefined) return <p>This task was completed without a form.</p>
  return (
    <div className="grid gap-5">
      <Standing isAccepted={isAccepted} isOfClosed={isOfClosed} />
      {versions.length > 1 && <Versions versions={versions} chosen={shown.version} onChoose={setChosen} />}
      <p className="text-sm text-ink-soft">Submitted on {dateTimeText(shown.submittedAt)}</p>
      <Answered steps={shownSubmitted(shown)} />
      {sheet}
      <DialogFooter>
        <Button icon={<Printer />} onClick={printIt}>
          Print
        </Button>
        <ButtonAnchor icon={<Download />} href={urlOf(forms.answersFile, { id })} download>
          Download PDF
        </ButtonAnchor>
        {!isAccepted && !isOfClosed && (
          <Button variant="primary" icon={<Pencil />} onClick={onCorrect}>
            Correct
          </Button>
        )}
      </DialogFooter>
    </div>
  )
}

const Standing = ({ isAccepted, isOfClosed }: { isAccepted: boolean; isOfClosed: boolean }) => {
  if (isAccepted)
    return (
      <Callout tone="ok" title="Accepted">
        We've accepted these answers. Please call us if something is wrong.
      </Callout>
    )
  return (
    <Callout tone="info" title="Submitted">
      {isOfClosed
        ? 'The case is closed, so they can no longer be corrected. Please write to us if something is wrong.'
        : "We'll read your answers. You can correct them until we've accepted them."}
    </Callout>
  )
}

interface VersionsProps {
  versions: readonly Answers[]
  chosen: number
  onChoose: (version: number) => void
}

const Versions = ({ versions, chosen, onChoose }: VersionsProps) => (
  <SelectField
    label="Version"
    hint="We use the newest one"
    choices={versions.map(({ version, submittedAt }) => ({
      value: String(version),
      label: `Version ${version}, ${dateTimeText(submittedAt)}`,
    }))}
    value={String(chosen)}
    onChange={({ target }) => onChoose(Number(target.value))}
  />
)

interface PrintedAnswersProps {
  title: string
  answers: Answers
  client: string
  /** Null if its details could not be loaded. */
  firm: Firm | null
}

/** On paper it is without the page, so it says whose answers they are, and to whom. */
const PrintedAnswers = ({ title, answers, client, firm }: PrintedAnswersProps) => (
  <div className="grid gap-5">
    <h1 className="text-title">{title}</h1>
    <p className="wrap-anywhere">
      Answers of {client}
      {firm && ` to ${firm.name}`}
      <br />
      Version {answers.version}, submitted on {dateTimeText(answers.submittedAt)}
    </p>
    <Answered steps={shownSubmitted(answers)} />
  </div>
)

interface AnsweredProps {
  steps: readonly ShownStep[]
  /** A button at the end of a step's title, to change its answers. */
  action?: (step: ShownStep) => ReactNode
}

/** Shows answers in readable form, step by step. */
export const Answered = ({ steps, action }: AnsweredProps) => (
  <div className="grid gap-5">
    {steps
      .filter(({ answers }) => answers.length > 0)
      .map((step) => (
        <section key={step.title} aria-label={step.title} data-print="together">
          <div className="flex items-baseline justify-between gap-4 border-b border-line pb-1.5">
            <h3 className="font-semibold">{step.title}</h3>
            {action?.(step)}
          </div>
          <dl className="mt-2 grid gap-2.5">
            {step.answers.map(({ name, label, text }) => (
              <div key={name} className="grid gap-x-4 sm:grid-cols-[14rem_1fr]">
                <dt className="text-sm text-ink-soft">{label}</dt>
                <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
  </div>
)
