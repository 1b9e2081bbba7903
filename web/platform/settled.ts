import { useEffect, useState } from 'react'

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
