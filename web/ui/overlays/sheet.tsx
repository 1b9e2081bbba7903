import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { classes } from '../classes.ts'
import { scrimClass } from './dialog.tsx'

export interface SheetProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  /** The title is read out, but not drawn. */
  hideTitle?: boolean
  side?: 'left' | 'right'
  children: ReactNode
}

const sides = {
  left: 'left-0 w-72 max-w-[85vw] border-r data-[state=open]:animate-sheet-left',
  right: 'right-0 w-120 max-w-full border-l data-[state=open]:animate-sheet-right',
}

/** A panel that slides in from the side: the phone's menu on the left, a form on the right. */
export const Sheet = ({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  hideTitle = false,
  side = 'left',
  children,
}: SheetProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
    <Radix.Portal>
      <Radix.Overlay className={scrimClass} />
      <Radix.Content
        {...(description === undefined && { 'aria-describedby': undefined })}
        className={classes(
          'fixed inset-y-0 z-50 flex flex-col overflow-y-auto overscroll-contain border-line bg-surface p-(--pad) shadow-2',
          'scroll-pt-20 scroll-pb-24 pb-[max(var(--pad),env(safe-area-inset-bottom))] [--pad:1.25rem] data-[state=closed]:animate-fade-out',
          sides[side],
        )}
      >
        <div className="dialog-head mb-5 flex items-start justify-between gap-4">
          <div className={classes(hideTitle && 'sr-only')}>
            <Radix.Title className="text-[23px]">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>
            )}
          </div>
          <Radix.Close asChild>
            <IconButton label="Close" icon={<X />} className="-my-1.5 -mr-2 ml-auto touch:-my-2.5" />
          </Radix.Close>
        </div>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
