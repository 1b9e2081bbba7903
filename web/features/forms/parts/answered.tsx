import type { ReactNode } from 'react'
import type { ShownStep } from '#contract/form-words.ts'

interface AnsweredProps {
  steps: readonly ShownStep[]
  /** At the end of a step's title: a way to change its answers. */
  action?: (step: ShownStep) => ReactNode
}

/** Answers as a person reads them, step by step. */
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
