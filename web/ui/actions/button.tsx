import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '../classes.ts'
import { type ButtonLook, buttonLook } from './button-variants.ts'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: ReactNode
  /** The press is being answered: the button never becomes narrower, further presses are ignored, focus is kept. */
  busy?: boolean
  /** Shown instead of the label while busy, such as "Submitting...". */
  busyText?: string
}

export const Button = ({
  variant,
  size,
  wide,
  icon,
  busy = false,
  busyText,
  disabled,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    disabled={disabled}
    onClick={busy ? ignore : onClick}
    className={classes(buttonLook({ variant, size, wide }), className)}
  >
    <Label busy={busy} busyText={busyText}>
      {icon}
      {children}
    </Label>
  </button>
)

const Label = ({ busy, busyText, children }: Pick<ButtonProps, 'busy' | 'busyText' | 'children'>) => (
  <span className="inline-grid items-center justify-items-center *:col-start-1 *:row-start-1">
    <span className={classes('inline-flex items-center gap-2', busy && 'opacity-0')} aria-hidden={busy}>
      {children}
    </span>
    {busy && (
      <span className="inline-flex items-center gap-2">
        <LoaderCircle className="animate-spin" />
        <span className={busyText ? undefined : 'sr-only'}>{busyText ?? children}</span>
      </span>
    )}
  </span>
)

// A disabled button would lose focus, and with it the place of a keyboard user.
const ignore = (event: MouseEvent) => event.preventDefault()

export interface ButtonLinkProps extends Omit<ComponentProps<typeof Link>, 'className'>, ButtonLook {
  icon?: ReactNode
}

/** Looks like a button, but leads to a page. */
export const ButtonLink = ({ variant, size, wide, icon, children, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={buttonLook({ variant, size, wide })}>
    {icon}
    {children}
  </Link>
)

export interface ButtonAnchorProps extends Omit<ComponentProps<'a'>, 'className'>, ButtonLook {
  icon?: ReactNode
}

/** Looks like a button, but leads to a file or another site. */
export const ButtonAnchor = ({ variant, size, wide, icon, children, ...rest }: ButtonAnchorProps) => (
  <a {...rest} className={buttonLook({ variant, size, wide })}>
    {icon}
    {children}
  </a>
)
