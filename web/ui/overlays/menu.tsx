import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '../classes.ts'

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Words above the entries, such as "My Account". */
  title?: string
  side?: 'top' | 'bottom' | 'right'
  align?: 'start' | 'center' | 'end'
  onOpen?: () => void
  children: ReactNode
}

export const Menu = ({ trigger, title, side = 'bottom', align = 'end', onOpen, children }: MenuProps) => (
  <Radix.Root modal={false} onOpenChange={(isOpen) => isOpen && onOpen?.()}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-48 rounded-lg border border-line bg-surface p-1.5 shadow-2 data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in"
      >
        {title && (
          <Radix.Label className="px-2.5 pt-1.5 pb-1 text-xs font-semibold text-ink-soft">
            {title}
          </Radix.Label>
        )}
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

export interface MenuItemProps {
  icon?: ReactNode
  destructive?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export const MenuItem = ({ icon, destructive = false, disabled, onSelect, children }: MenuItemProps) => (
  <Radix.Item
    disabled={disabled}
    onSelect={onSelect}
    className={classes(itemClass, destructive && 'text-stop')}
  >
    {icon}
    {children}
  </Radix.Item>
)

export const MenuLink = ({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) => (
  <Radix.Item asChild className={itemClass}>
    <Link to={to}>
      {icon}
      {children}
    </Link>
  </Radix.Item>
)

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-[0.875rem] font-medium outline-none touch:min-h-11 ' +
  'data-highlighted:bg-sunken data-highlighted:shadow-[inset_0_0_0_1px_var(--line)] data-disabled:opacity-50'
