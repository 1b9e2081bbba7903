import { useEffect, useState } from 'react'

/** Milliseconds. */
const tick = 150
const step = 5
/** Until the answer. */
export const furthest = 95

/** A bar that climbs while it is on: 5% every 150 ms (part 1 section 9, part 2 section 9); from 0 when it starts anew. */
export function useClimb(isOn: boolean) {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setTicks((count) => count + 1), tick)
    return () => {
      clearInterval(timer)
      setTicks(0)
    }
  }, [isOn])
  return isOn ? Math.min(furthest, ticks * step) : 0
}
