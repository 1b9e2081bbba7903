import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Callout } from '../feedback/callout.tsx'

/**
 * Scrolls to the card or row that a link leads to and focuses it, so that the keyboard and the screen reader continue
 * there. Does so again if the link is followed again.
 */
export function useHighlight<E extends HTMLElement>(isTarget: boolean) {
  const place = useRef<E>(null)
  const { key } = useLocation()
  const comeIntoSight = useEffectEvent((_link: string) => {
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.focus({ preventScroll: true })
  })
  // Following the same link again gives a new location key.
  useEffect(() => {
    if (isTarget) comeIntoSight(key)
  }, [isTarget, key])
  return isTarget ? ({ ref: place, tabIndex: -1, 'aria-current': true } as const) : { ref: place }
}

/** The outline around the target of a link. */
export const highlightClass = 'rounded-xl outline-3 outline-offset-2 outline-brand'

/** A list item that a link may lead to. */
export const HighlightedItem = ({ isTarget, children }: { isTarget: boolean; children: ReactNode }) => (
  <li {...useHighlight<HTMLLIElement>(isTarget)} className={isTarget ? highlightClass : undefined}>
    {children}
  </li>
)

// A target that was just created may not be in the list yet.
const delay = 300

/** Shown in place of a link's target that is missing. */
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
