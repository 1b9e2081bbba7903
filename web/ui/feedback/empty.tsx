import type { ReactNode } from 'react'

export interface EmptyProps {
  title: string
  /** One sentence: why the list is empty, or what will appear in it. */
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** What an empty list shows. */
export const Empty = ({ title, children, action }: EmptyProps) => (
  <div className="grid justify-items-center gap-1.5 px-6 py-10 text-center">
    <svg
      aria-hidden
      data-print="hide"
      width="84"
      height="72"
      viewBox="0 0 84 72"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      <g className="stroke-edge">
        <path d="M4 68h76" />
        <path d="M14 68V34a28 28 0 0 1 56 0v34" />
        <path d="M22 68V35a20 20 0 0 1 40 0v33" />
      </g>
      <path className="stroke-brand" d="M31 68V37a11 11 0 0 1 22 0v31" />
      <circle className="fill-brass" cx="48" cy="54" r="1.6" />
    </svg>
    <p className="serif mt-3 text-section font-medium">{title}</p>
    {children && <p className="max-w-96 text-ink-soft">{children}</p>}
    {action && <div className="mt-3">{action}</div>}
  </div>
)
