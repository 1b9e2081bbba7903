import { useSuspenseQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts.ts'
import { shownAnswers } from '#contract/form-words.ts'
import { type Answers, type FormType, forms } from '#contract/forms.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** The newest answers to each form, as the client would read them. */
export const ClientAnswers = ({ id }: { id: UserId }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
    <AllAnswers id={id} />
  </AsyncBoundary>
)

const AllAnswers = ({ id }: { id: UserId }) =>
  useSuspenseQuery(query(forms.ofClient, { id })).data.map((answers) => (
    <FormAnswers key={answers.taskId} answers={answers} />
  ))

const titles: Record<FormType, string> = {
  client_questionnaire: 'Client Questionnaire',
  risk_assessment: 'Risk Assessment',
}

const FormAnswers = ({ answers: { form, formData, submittedAt, version } }: { answers: Answers }) => (
  <Section
    title={titles[form]}
    subtitle={`Submitted on ${dateTimeText(submittedAt)}${version > 1 ? `, version ${version}` : ''}`}
    defaultOpen={false}
  >
    {shownAnswers(form, formData)
      .filter(({ answers }) => answers.length > 0)
      .map(({ title, answers }) => (
        <section key={title} aria-label={title} className="px-4.5 py-3.5">
          <h3 className="font-semibold">{title}</h3>
          <dl className="mt-2 grid gap-2.5">
            {answers.map(({ name, label, text }) => (
              <div key={name} className="grid gap-x-4 sm:grid-cols-[14rem_1fr]">
                <dt className="text-sm text-ink-soft">{label}</dt>
                <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
  </Section>
)
