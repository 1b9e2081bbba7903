import { Download, Pencil, Printer } from 'lucide-react'
import { useState } from 'react'
import { shownAnswers } from '#contract/form-words.ts'
import { type Answers, forms } from '#contract/forms.ts'
import { urlOf } from '#contract/kit.ts'
import type { TaskId } from '#contract/tasks.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { usePrintSheet } from '#web/ui/layout/print-sheet.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useAnswers } from '../hooks.ts'
import { Answered } from './answered.tsx'

interface SubmittedProps {
  taskId: TaskId
  title: string
  onCorrect: () => void
}

/** What was submitted, in all its versions; it can be corrected until the firm has accepted it. */
export const Submitted = ({ taskId, title, onCorrect }: SubmittedProps) => {
  const versions = useAnswers(taskId)
  const [chosen, setChosen] = useState<number>()
  const shown = versions.find(({ version }) => version === chosen) ?? versions[0]
  const isAccepted = versions[0]?.isAccepted ?? false
  const { sheet, printIt } = usePrintSheet(shown && <PrintedAnswers title={title} answers={shown} />)
  if (shown === undefined) return <p>This task was completed without a form.</p>
  return (
    <div className="grid gap-5">
      <Standing isAccepted={isAccepted} />
      {versions.length > 1 && <Versions versions={versions} chosen={shown.version} onChoose={setChosen} />}
      <p className="text-sm text-ink-soft">Submitted on {dateTimeText(shown.submittedAt)}</p>
      <Answered steps={shownAnswers(shown.form, shown.formData)} />
      {sheet}
      <DialogFooter>
        <Button icon={<Printer />} onClick={printIt}>
          Print
        </Button>
        <ButtonAnchor icon={<Download />} href={urlOf(forms.answersFile, { id: taskId })} download>
          Download PDF
        </ButtonAnchor>
        {!isAccepted && (
          <Button variant="primary" icon={<Pencil />} onClick={onCorrect}>
            Correct
          </Button>
        )}
      </DialogFooter>
    </div>
  )
}

const Standing = ({ isAccepted }: { isAccepted: boolean }) =>
  isAccepted ? (
    <Callout tone="ok" title="Accepted">
      We've accepted these answers. Please call us if something is wrong.
    </Callout>
  ) : (
    <Callout tone="info" title="Submitted">
      We'll read your answers. You can correct them until we've accepted them.
    </Callout>
  )

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

const PrintedAnswers = ({ title, answers }: { title: string; answers: Answers }) => (
  <div className="grid gap-5">
    <h1 className="text-title">{title}</h1>
    <p>
      Version {answers.version}, submitted on {dateTimeText(answers.submittedAt)}
    </p>
    <Answered steps={shownAnswers(answers.form, answers.formData)} />
  </div>
)
