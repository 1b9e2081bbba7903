import { useEffect, useState } from 'react'
import { dateTimeText, relativeText } from '#web/platform/clock.ts'

/** "2 minutes ago", updated while it is shown. The exact time is its title. */
export const Ago = ({ at }: { at: Date }) => {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at.toISOString()} title={dateTimeText(at)} className="whitespace-nowrap">
      {relativeText(at)}
    </time>
  )
}
