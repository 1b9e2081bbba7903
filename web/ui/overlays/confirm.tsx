import { AlertDialog as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { DialogFooter, dialogClass, scrimClass } from './dialog.tsx'

export interface ConfirmProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  title: ReactNode
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** What cannot be undone is confirmed in red. */
  destructive?: boolean
  /** The dialog stays until `onOpenChange(false)` or the parent closes it. */
  busy?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** Asks before something happens. Focus starts on Cancel; it does not close by a press outside. */
export const Confirm = ({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  busy = false,
  onConfirm,
  children,
}: ConfirmProps) => (
  <Radix.Root open={open} onOpenChange={busy ? undefined : onOpenChange}>
    {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
    <Radix.Portal>
      <Radix.Overlay className={scrimClass} />
      <Radix.Content className={dialogClass('small')}>
        <Radix.Title className="text-[23px]">{title}</Radix.Title>
        <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description>
        {children && <div className="mt-4">{children}</div>}
        <DialogFooter>
          <Radix.Cancel asChild>
            <Button>{cancelLabel}</Button>
          </Radix.Cancel>
          <Button variant={destructive ? 'destructive' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </DialogFooter>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
