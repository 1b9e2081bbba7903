import { type ReactNode, Suspense, useLayoutEffect, useReducer } from 'react'
import { onLoad } from '#web/platform/emitter.ts'

export interface UnthrottledSuspenseProps {
  /** What is seen until the children have what they are made of. */
  standIn: ReactNode
  children: ReactNode
}

/**
 * Shows its children as soon as they have what they are made of. React alone keeps a stand-in for 300 ms, and
 * the one inside it for 300 more (FALLBACK_THROTTLE_MS), however soon all is there; it does not hold back what
 * it draws for an update of ours.
 */
export const UnthrottledSuspense = ({ standIn, children }: UnthrottledSuspenseProps) => {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  return <Suspense fallback={<StandIn redraw={redraw}>{standIn}</StandIn>}>{children}</Suspense>
}

const StandIn = ({ redraw, children }: { redraw: () => void; children: ReactNode }) => {
  useLayoutEffect(() => onLoad(redraw), [redraw])
  return children
}
