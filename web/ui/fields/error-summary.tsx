import type { MouseEvent } from 'react'

export interface ErrorSummaryProps {
  /** `form.problems`. */
  problems: readonly { name: string; message: string }[]
  title?: string
}

/** The errors of a long form, each with a link to its field. Place it at the top, inside the `form` element. */
export const ErrorSummary = ({ problems, title = 'There is a problem' }: ErrorSummaryProps) =>
  problems.length > 0 && (
    <div
      role="alert"
      tabIndex={-1}
      data-error-summary
      className="rounded-xl border border-stop/35 bg-stop-tint px-4 py-3.5"
    >
      <p className="font-semibold text-stop">{title}</p>
      <ul className="mt-1.5 grid gap-0.5">
        {problems.map(({ name, message }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => goToField(event, name)}
              className="inline-flex min-h-6 items-center font-medium text-stop underline underline-offset-3 touch:min-h-11"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )

const goToField = (event: MouseEvent<HTMLElement>, name: string) => {
  event.preventDefault()
  const fields = event.currentTarget.closest('form')?.querySelectorAll<HTMLElement>('[data-field]') ?? []
  const field = [...fields].find(({ dataset }) => dataset.field === name)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
