import { useEffect, useRef } from 'react'

/** Space above the client's last message after scrolling to it, in pixels. */
const margin = 16
/** Time after which a closing dialog has given focus back, in milliseconds. */
const settled = 350

/** Returns a ref for the log. Scrolls to the newest messages if a change of `content` has added some. */
export const useAutoscroll = (content: string) => {
  const log = useRef<HTMLDivElement>(null)
  const seen = useRef(0)
  useEffect(() => {
    const element = log.current
    if (!element) return
    const entries = [...element.querySelectorAll<HTMLElement>('[data-entry]')]
    element.style.scrollBehavior = seen.current === 0 ? 'auto' : 'smooth'
    if (entries.length !== seen.current) element.scrollTop = placeOf(element, { entries, seen: seen.current })
    seen.current = entries.length
    const timer = setTimeout(() => regainFocus(element), settled)
    return () => clearTimeout(timer)
  }, [content])
  useEffect(() => (log.current ? keepEnd(log.current) : undefined), [])
  return log
}

/**
 * Keeps the end of a conversation in view for someone reading it when the phone is turned, its keyboard opens, or the
 * height of a `watched` element changes. Returns a function that stops this.
 */
export const keepEnd = (element: HTMLElement, watched: readonly Element[] = []) => {
  let isAtEnd = true
  const measure = () => {
    isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= margin
  }
  const stay = () => {
    if (!isAtEnd) return
    element.style.scrollBehavior = 'auto'
    element.scrollTop = element.scrollHeight
  }
  element.addEventListener('scroll', measure)
  addEventListener('resize', stay)
  const watch = new ResizeObserver(stay)
  for (const part of watched) watch.observe(part)
  return () => {
    element.removeEventListener('scroll', measure)
    removeEventListener('resize', stay)
    watch.disconnect()
  }
}

/**
 * Returns the scroll position. It is the first of these places from which everything to the end fits: the client's last
 * message, the message after it, the first new message, the last message if it has a form, and the form. If none fits,
 * it is the last of these places.
 */
const placeOf = (element: HTMLElement, { entries, seen }: { entries: HTMLElement[]; seen: number }) => {
  const { scrollHeight, clientHeight } = element
  const own = entries.findLastIndex(({ dataset }) => dataset.entry === 'client')
  const last = entries.length - 1
  const news = seen === 0 ? last : Math.min(Math.max(seen, own + 1), last)
  const form = entries[last]?.querySelector('form')
  const starts = [own, own + 1, news, ...(form ? [last] : [])].map((at) => entries[at]?.offsetTop ?? 0)
  const places = form ? [...starts, topIn(element, form)] : starts
  const fitting = places.find((top) => scrollHeight - top + margin <= clientHeight)
  // If the buttons around a form do not fit with it, at least the form is shown.
  return (fitting ?? places.at(-1) ?? 0) - margin
}

const topIn = (element: HTMLElement, part: HTMLElement) =>
  part.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop

/** Moves focus to the new answers if it was lost because the pressed answer is disabled or a dialog has closed. */
const regainFocus = (element: HTMLElement) => {
  const { activeElement } = document
  const isLost =
    activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
  if (isLost) element.querySelector<HTMLElement>('[data-answers]')?.focus({ preventScroll: true })
}
