import { type ReactNode, Suspense, useLayoutEffect, useReducer } from 'react'
import { onLoad } from '#web/platform/emitter.ts'

export interface UnthrottledSuspenseProps {
  /** Shown until the children have their data. */
  standIn: ReactNode
  children: ReactNode
}

/**
 * Shows its children as soon as they have their data. React alone keeps a fallback for 300 ms, and the fallback inside
 * it for another 300 ms (FALLBACK_THROTTLE_MS), however soon the data is there. React does not delay an update of ours,
 * so each load triggers one.
 */
export const UnthrottledSuspense = ({ standIn, children }: UnthrottledSuspenseProps) => {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  return <Suspense fallback={<StandIn redraw={redraw}>{standIn}</StandIn>}>{children}</Suspense>
}

const StandIn = ({ redraw, children }: { redraw: () => void; children: ReactNode }) => {
  useLayoutEffect(() => onLoad(redraw), [redraw])
  return children
}
