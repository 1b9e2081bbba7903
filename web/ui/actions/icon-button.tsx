import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** What the button does: its accessible name and its title. */
  label: string
  icon: ReactNode
  /** A small number at its corner, hidden at 0. Say it in `label` too. */
  count?: number
  variant?: 'ghost' | 'secondary' | 'primary'
}

const variants = {
  ghost: 'text-ink-soft hover:bg-sunken hover:text-ink',
  secondary: 'border border-line bg-surface text-ink shadow-1 hover:border-edge',
  primary: 'bg-brand text-on-brand hover:bg-brand-strong',
}

export const IconButton = ({
  label,
  icon,
  count = 0,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    data-print="hide"
    title={label}
    {...rest}
    aria-label={label}
    className={classes(
      'relative inline-grid size-[38px] flex-none place-items-center rounded-md transition-colors duration-150',
      'touch:size-11 disabled:opacity-50',
      variants[variant],
      className,
    )}
  >
    {icon}
    {count > 0 && (
      <span
        aria-hidden
        className="figures absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-stop px-1 text-[min(0.6875rem,3.5vw)] font-semibold text-surface"
      >
        {count > 99 ? '99+' : count}
      </span>
    )}
  </button>
)
