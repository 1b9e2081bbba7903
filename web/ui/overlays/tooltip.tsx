import { Tooltip as Radix } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, use } from 'react'

const InArea = createContext(false)

/** Groups the tooltips of a page: after the first, the next opens at once. */
export const TooltipArea = ({ children }: { children: ReactNode }) => (
  <InArea value={true}>
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  </InArea>
)

export interface TooltipProps {
  words: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The element that it explains. It must be focusable. */
  children: ReactElement
}

/** A few words on hover and on focus. Only for explanations, never for anything that the user must know. */
export const Tooltip = (props: TooltipProps) => {
  const tooltip = <Bubble {...props} />
  return use(InArea) ? tooltip : <TooltipArea>{tooltip}</TooltipArea>
}

const Bubble = ({ words, side = 'top', children }: TooltipProps) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-60 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-sm text-paper shadow-2 data-[state=delayed-open]:animate-fade-in"
      >
        {words}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
