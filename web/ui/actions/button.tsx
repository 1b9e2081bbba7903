import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '../classes.ts'

interface ButtonProps extends ComponentProps<'button'>, ButtonVariants {
  icon?: ReactNode
  /** True while a press is handled. The button never gets narrower, keeps its focus and ignores further presses. */
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
    data-print={printOf(variant)}
    {...rest}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    disabled={disabled}
    onClick={busy ? ignore : onClick}
    className={classes(buttonClass({ variant, size, wide }), className)}
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

interface ButtonLinkProps extends Omit<ComponentProps<typeof Link>, 'className'>, ButtonVariants {
  icon?: ReactNode
}

/** Looks like a button, but leads to a page. */
export const ButtonLink = ({ variant, size, wide, icon, children, ...rest }: ButtonLinkProps) => (
  <Link data-print={printOf(variant)} {...rest} className={buttonClass({ variant, size, wide })}>
    {icon}
    {children}
  </Link>
)

interface ButtonAnchorProps extends Omit<ComponentProps<'a'>, 'className'>, ButtonVariants {
  icon?: ReactNode
}

/** Looks like a button, but leads to a file or another site. */
export const ButtonAnchor = ({ variant, size, wide, icon, children, ...rest }: ButtonAnchorProps) => (
  <a data-print={printOf(variant)} {...rest} className={buttonClass({ variant, size, wide })}>
    {icon}
    {children}
  </a>
)

interface ButtonVariants {
  /** `primary` once per screen. `secondary` is the default. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive' | 'link'
  size?: 'small' | 'medium' | 'large'
  /** As wide as its container. */
  wide?: boolean
}

/** Nobody presses a button on paper. One that looks like a link is part of a sentence. */
const printOf = (variant: ButtonVariants['variant']) => (variant === 'link' ? undefined : 'hide')

const base =
  'relative inline-flex items-center justify-center gap-2 font-semibold select-none ' +
  // Never narrower than its words, which wrap only where a phone's line holds no more of them.
  'whitespace-nowrap max-sm:min-w-fit max-sm:text-center max-sm:whitespace-normal ' +
  'transition-[background-color,border-color,color,opacity] duration-150 ease-out ' +
  'disabled:opacity-50 aria-disabled:cursor-progress'

const variants = {
  primary:
    'border border-brand bg-brand text-on-brand shadow-1 hover:border-brand-strong hover:bg-brand-strong',
  secondary: 'border border-line bg-surface text-ink shadow-1 hover:border-edge hover:bg-sunken',
  ghost: 'border border-transparent text-ink-soft hover:bg-sunken hover:text-ink',
  destructive: 'border border-stop bg-stop text-surface shadow-1 hover:opacity-90',
  link: 'text-brand underline underline-offset-3 hover:text-brand-strong',
}

const sizes = {
  small: 'min-h-8 px-3 py-0.5 rounded-md text-sm touch:min-h-11 touch:px-4',
  medium: 'min-h-[2.375rem] px-4 py-1 rounded-md text-[0.875rem] touch:min-h-11',
  large: 'min-h-[2.875rem] px-5 py-1 rounded-lg text-base',
}

const buttonClass = ({ variant = 'secondary', size = 'medium', wide = false }: ButtonVariants) =>
  classes(
    base,
    variants[variant],
    variant === 'link' ? 'min-h-6 touch:min-h-11' : sizes[size],
    wide && 'w-full',
  )
