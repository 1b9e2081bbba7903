import { ChevronDown } from 'lucide-react'
import { Collapsible as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useIsPrinting } from '#web/ui/layout/print.tsx'
import { classes } from '../classes.ts'

export interface SectionProps {
  title: string
  icon?: ReactNode
  /** Under the title: "2 of 3 complete". */
  subtitle?: ReactNode
  /** Before the arrow: a small progress bar, a badge. */
  aside?: ReactNode
  /** Open at first. `open` and `onOpenChange` control it from outside. */
  defaultOpen?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A card with a heading that opens and closes it. It is open in print. Its children are rows that reach the edges. */
export const Section = ({
  title,
  icon,
  subtitle,
  aside,
  defaultOpen = true,
  open,
  onOpenChange,
  children,
}: SectionProps) => {
  const [isOpen, setOpen] = useState(defaultOpen)
  const isPrinting = useIsPrinting()
  return (
    <Radix.Root
      asChild
      open={isPrinting || (open ?? isOpen)}
      onOpenChange={onOpenChange ?? setOpen}
      className="overflow-clip rounded-xl border border-line bg-surface shadow-1"
    >
      <section aria-label={title}>
        <div className="relative flex items-center gap-3.5 px-4.5 py-3.5 has-[button:hover]:bg-sunken">
          {icon && (
            <span className="grid size-9.5 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
              {icon}
            </span>
          )}
          <div className="grid min-w-0 flex-1 gap-0.5">
            <h2 className="text-section">
              <Radix.Trigger className="group text-left before:absolute before:inset-0">
                {title}
              </Radix.Trigger>
            </h2>
            {subtitle && <div className="text-sm text-ink-soft">{subtitle}</div>}
          </div>
          {aside && <div className="flex-none">{aside}</div>}
          <ChevronDown className="transition-transform duration-150 [div:has(>div_[data-state=closed])>&]:-rotate-90" />
        </div>
        <Radix.Content className="divide-y divide-line border-t border-line">{children}</Radix.Content>
      </section>
    </Radix.Root>
  )
}

/**
 * A row of a section or of a list card: a mark, words, and an action. On the narrowest phones the action goes below the
 * words, so that these keep a readable line.
 */
export const Row = ({
  mark,
  title,
  badge,
  detail,
  action,
  stacks = false,
}: {
  mark?: ReactNode
  title: ReactNode
  badge?: ReactNode
  detail?: ReactNode
  action?: ReactNode
  /** Puts several buttons below the words on a phone or a tablet. */
  stacks?: boolean
}) => (
  <div className={classes('flex min-h-14 flex-wrap items-center gap-3.5 px-4.5 py-3.5')}>
    {mark}
    <div
      className={classes(
        'min-w-0 flex-[1_1_6rem] max-[22.5rem]:basis-[calc(100%-2.25rem)]',
        stacks && 'max-lg:basis-full',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        {title}
        {badge}
      </p>
      {detail && <div className="text-sm whitespace-pre-line text-ink-soft">{detail}</div>}
    </div>
    {action && (
      <div
        className={classes(
          'flex max-w-full flex-none flex-wrap items-center gap-2',
          mark !== undefined && 'max-[22.5rem]:ml-9',
        )}
      >
        {action}
      </div>
    )}
  </div>
)
