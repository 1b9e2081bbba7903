import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Callout } from '../feedback/callout.tsx'

/**
 * For the card or row of what a link leads to: it comes into sight, and the keyboard and the screen reader go
 * on from there; so again when the link is followed again.
 */
export function useHighlight<E extends HTMLElement>(isTarget: boolean) {
  const place = useRef<E>(null)
  const { key } = useLocation()
  const comeIntoSight = useEffectEvent((_link: string) => {
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.focus({ preventScroll: true })
  })
  // The same link, followed again, is another key.
  useEffect(() => {
    if (isTarget) comeIntoSight(key)
  }, [isTarget, key])
  return isTarget ? ({ ref: place, tabIndex: -1, 'aria-current': true } as const) : { ref: place }
}

/** Around what a link leads to. */
export const highlightClass = 'rounded-xl outline-3 outline-offset-2 outline-brand'

/** An entry of a list that a link may lead to. */
export const HighlightedItem = ({ isTarget, children }: { isTarget: boolean; children: ReactNode }) => (
  <li {...useHighlight<HTMLLIElement>(isTarget)} className={isTarget ? highlightClass : undefined}>
    {children}
  </li>
)

// What has just been made may be on its way to the list.
const delay = 300

/** Said in place of what a link led to. */
export const NotFoundNotice = ({ thing, children }: { thing: string; children: ReactNode }) => {
  const [isSure, setSure] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSure(true), delay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className="empty:absolute">
      {isSure && <Callout title={`We couldn't find that ${thing}`}>{children}</Callout>}
    </div>
  )
}
