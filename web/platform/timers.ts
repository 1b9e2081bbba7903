import { useEffect, useEffectEvent, useState } from 'react'

/** Acts once, `delay` milliseconds after it was set and again after each change of `of`. Null waits. */
export function useTimeout(delay: number | null, act: () => void, of?: string) {
  const onTime = useEffectEvent(act)
  useEffect(() => {
    if (delay === null) return
    const timer = setTimeout(() => onTime(), delay)
    return () => clearTimeout(timer)
  }, [delay, of])
}

/** Returns a value once it has stayed the same for `pause` milliseconds, as when somebody has stopped typing. */
export function useSettled<T>(value: T, pause: number): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return JSON.parse(settled) as T
}
