import { ScrollArea as Radix } from 'radix-ui'
import type { ReactNode, Ref } from 'react'
import { pageNonce } from '#web/platform/nonce.ts'
import { classes } from '../classes.ts'

export interface ScrollAreaProps {
  /** What scrolls, read out: the area takes focus so that the keyboard can scroll it. */
  label: string
  /** Its height comes from here, such as "h-80" or "flex-1 min-h-0". */
  className?: string
  /** The element that scrolls, to move it by hand. */
  viewport?: Ref<HTMLDivElement>
  children: ReactNode
}

/** Scrolls inside its own box, with a thin bar that hides after 600 ms. */
export const ScrollArea = ({ label, className, viewport, children }: ScrollAreaProps) => (
  <Radix.Root type="scroll" scrollHideDelay={600} className={classes('overflow-hidden', className)}>
    <Radix.Viewport
      ref={viewport}
      role="region"
      aria-label={label}
      tabIndex={0}
      nonce={pageNonce()}
      className="size-full rounded-[inherit] -outline-offset-2"
    >
      {children}
    </Radix.Viewport>
    <Radix.Scrollbar orientation="vertical" className="flex w-2 touch-none p-px select-none">
      <Radix.Thumb className="flex-1 rounded-full bg-edge" />
    </Radix.Scrollbar>
  </Radix.Root>
)
