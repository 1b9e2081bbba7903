import { useEffect, useRef } from 'react'

/** What stands above the client's last words when they have been scrolled to, in pixels. */
const margin = 16
/** Dialogs give focus back when their way out is over, in milliseconds. */
const settled = 350

/** Keeps in sight what was said last, whenever the `content` has changed and something was said. */
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
 * Who reads the end of a conversation still does so once the phone is turned or its keyboard takes half of the place,
 * and when one of the `watched` turns out to be higher or lower than it was.
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

/** As much of a conversation as fits, from the client's last words on; else what is new to them, from its beginning, but a form whole. */
const placeOf = (element: HTMLElement, { entries, seen }: { entries: HTMLElement[]; seen: number }) => {
  const { scrollHeight, clientHeight } = element
  const own = entries.findLastIndex(({ dataset }) => dataset.entry === 'client')
  const last = entries.length - 1
  const news = seen === 0 ? last : Math.min(Math.max(seen, own + 1), last)
  const form = entries[last]?.querySelector('form')
  const starts = [own, own + 1, news, ...(form ? [last] : [])].map((at) => entries[at]?.offsetTop ?? 0)
  const places = form ? [...starts, topIn(element, form)] : starts
  const fitting = places.find((top) => scrollHeight - top + margin <= clientHeight)
  // Where the ways around a form have no room beside it, the form at least is whole.
  return (fitting ?? places.at(-1) ?? 0) - margin
}

const topIn = (element: HTMLElement, part: HTMLElement) =>
  part.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop

/** An answer that was pressed is disabled, and a dialog is gone: the keyboard goes on at the new answers. */
const regainFocus = (element: HTMLElement) => {
  const { activeElement } = document
  const isLost =
    activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
  if (isLost) element.querySelector<HTMLElement>('[data-answers]')?.focus({ preventScroll: true })
}
