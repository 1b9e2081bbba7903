import { classes } from '../classes.ts'

export interface ButtonLook {
  /** `primary` once a screen; `secondary` is the default. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive' | 'link'
  size?: 'small' | 'medium' | 'large'
  /** As wide as its place. */
  wide?: boolean
}

const base =
  'relative inline-flex items-center justify-center gap-2 font-semibold whitespace-nowrap select-none ' +
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
  small: 'h-8 px-3 rounded-md text-sm touch:h-11 touch:px-4',
  medium: 'h-[38px] px-4 rounded-md text-[14px] touch:h-11',
  large: 'h-[46px] px-5 rounded-lg text-base',
}

export const buttonLook = ({ variant = 'secondary', size = 'medium', wide = false }: ButtonLook) =>
  classes(
    base,
    variants[variant],
    variant === 'link' ? 'min-h-6 touch:min-h-11' : sizes[size],
    wide && 'w-full',
  )
