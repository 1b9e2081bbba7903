import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientFile } from '#contract/firm/firm.ts'
import { changesIn, compareAnswers } from '#contract/forms/changed-answers.ts'
import { type AnswersOfClient, type FormType, forms } from '#contract/forms/forms.ts'
import { counted, dateText, dateTimeText, dayOf } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** The latest response to each form, as the client would see it, with what has changed since an earlier one. */
export const ClientAnswers = ({ client }: { client: ClientFile }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
    <AllAnswers client={client} />
  </AsyncBoundary>
)

const AllAnswers = ({ client: { id, tasks } }: { client: ClientFile }) =>
  useSuspenseQuery(query(forms.ofClient, { id })).data.map((answers) => (
    <SubmittedAnswers
      key={answers.taskId}
      title={tasks.find((task) => task.id === answers.taskId)?.title ?? titles[answers.form]}
      answers={answers}
    />
  ))

const titles: Record<FormType, string> = {
  client_questionnaire: 'Client Questionnaire',
  risk_assessment: 'Risk Assessment',
  firm_form: 'Form',
}

type Earlier = AnswersOfClient['earlier'][number]

const SubmittedAnswers = ({ title, answers }: { title: string; answers: AnswersOfClient }) => {
  const { form, earlier, submittedAt, version, mergedFrom } = answers
  const [chosen, setChosen] = useState<number>()
  const before = earlier.find((submission) => submission.version === chosen) ?? earlier[0]
  const steps = compareAnswers(answers, before ? { form, ...before } : answers)
  return (
    <Section
      title={title}
      subtitle={
        <>
          <p>{`Submitted on ${dateTimeText(submittedAt)}${version > 1 ? `, version ${version}` : ''}${fromRecord(mergedFrom)}`}</p>
          {before && <p>{changeWords(changesIn(steps), sinceWords(before, answers))}</p>}
        </>
      }
      defaultOpen={false}
    >
      {before && earlier.length > 1 && (
        <div data-print="hide" className="px-4.5 py-3.5 sm:max-w-96">
          <Compared earlier={earlier} chosen={before.version} onChoose={setChosen} />
        </div>
      )}
      {steps
        .filter((page) => page.answers.length > 0)
        .map((page) => (
          <section key={page.step} aria-label={page.title} className="px-4.5 py-3.5">
            <h3 className="font-semibold">{page.title}</h3>
            <dl className="mt-2 grid gap-2.5">
              {page.answers.map(({ name, label, text, before }) => (
                <div key={name} className="grid gap-x-4 sm:grid-cols-[14rem_1fr]">
                  <dt className="text-sm text-ink-soft">{label}</dt>
                  <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
                    {text}
                    {before !== null && <Before text={before} />}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Section>
  )
}

interface ComparedProps {
  earlier: readonly Earlier[]
  chosen: number
  onChoose: (version: number) => void
}

const Compared = ({ earlier, chosen, onChoose }: ComparedProps) => (
  <SelectField
    label="Compared with"
    choices={earlier.map(({ version, submittedAt }) => ({
      value: String(version),
      label: `Version ${version}, ${dateTimeText(submittedAt)}`,
    }))}
    value={String(chosen)}
    onChange={({ target }) => onChoose(Number(target.value))}
  />
)

/** Words of several lines begin on a line of their own, so that these stay below each other. */
const Before = ({ text }: { text: string }) => (
  <span className="mt-1 block border-l-2 border-edge pl-2.5 text-sm text-ink-soft">
    {text.includes('\n') ? `Before:\n${text}` : `Before: ${text}`}
  </span>
)

const changeWords = (changes: number, since: string) => {
  if (changes === 0) return `No answers have changed since ${since}.`
  return `${counted(changes, 'answer')} ${changes === 1 ? 'has' : 'have'} changed since ${since}.`
}

/** Returns the day of an earlier submission, with the time if another version is of that day. */
const sinceWords = ({ version, submittedAt }: Earlier, { earlier, ...newest }: AnswersOfClient) => {
  const others = [newest, ...earlier].filter((submission) => submission.version !== version)
  const isAlone = others.every((other) => dayOf(other.submittedAt) !== dayOf(submittedAt))
  return isAlone ? dateText(submittedAt) : dateTimeText(submittedAt)
}

const fromRecord = (record: AnswersOfClient['mergedFrom']) =>
  record ? `, from the record of ${record.name} (${record.email}), which was merged into this one` : ''
