import { useEffect, useState } from 'react'

/** From where to where something reaches, in pixels from the top of the window. */
export interface Span {
  top: number
  bottom: number
  /** How bad it is to cover it: 1 is what is pressed, and words are much less. */
  weight?: number
}

interface Wanted {
  height: number
  /** Where it may stand at all. */
  room: Span
  /** What it may not cover. */
  taken: readonly Span[]
  from: 'top' | 'bottom'
}

const step = 4
const gap = 6

/** The first place, seen from one end of the room, that covers nothing; where there is none, the one that covers what matters least. */
export function freePlace({ height, room, taken, from }: Wanted): number {
  const last = Math.max(room.top, room.bottom - height)
  const count = Math.floor((last - room.top) / step) + 1
  const places = Array.from({ length: count }, (_, n) =>
    from === 'top' ? room.top + n * step : last - n * step,
  )
  const covered = places.map((place) => coveredAt(place, height, taken))
  return places[covered.indexOf(Math.min(...covered))] ?? room.top
}

export const coveredAt = (place: number, height: number, taken: readonly Span[]) =>
  taken.reduce(
    (sum, { top, bottom, weight = 1 }) =>
      sum + weight * Math.max(0, Math.min(bottom + gap, place + height) - Math.max(top - gap, place)),
    0,
  )

const lookAgain = 200

/** Keeps the toasts where they cover nothing that is pressed or typed into, and few words, also while the page below them changes. */
export const useFreePlace = () => {
  const [list, setList] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!list) return
    let place = Number.NaN
    let page = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const { left, right, height } = list.getBoundingClientRect()
      if (height === 0) return
      timer = setTimeout(look, lookAgain)
      const wanted = { height, room: roomNow(), taken: takenBetween(left, right, list), from: endNow() }
      // What stands well stays while its page does: nothing jumps for a better place.
      const isSamePage = page === pageNow()
      if (isSamePage && fits(place, wanted) && coveredAt(place, height, wanted.taken) === 0) return
      page = pageNow()
      place = freePlace({ ...wanted, taken: [...wanted.taken, ...wordsBetween(left, right, list)] })
      list.style.translate = `0 ${place}px`
    }
    const watch = new ResizeObserver(look)
    watch.observe(list)
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [list])
  return setList
}

/** A page is there when its heading is; until then there is nothing to cover. */
const pageNow = () => `${location.pathname} ${document.querySelector('h1')?.textContent}`

const fits = (place: number, { height, room }: Wanted) => place >= room.top && place + height <= room.bottom

/** On a phone from above: a thumb and what it presses are below. */
const endNow = (): Wanted['from'] => (innerWidth < 768 ? 'top' : 'bottom')

const edge = 12

/** What the keyboard leaves of the window. */
const roomNow = (): Span => {
  const top = visualViewport?.offsetTop ?? 0
  return { top: top + edge, bottom: top + (visualViewport?.height ?? innerHeight) - edge }
}

const pressed =
  'a[href], button, input, select, textarea, summary, label, [role=button], [role=switch], [role=menuitem], [contenteditable]'

const takenBetween = (left: number, right: number, own: Element): Span[] =>
  [...document.querySelectorAll(pressed)].flatMap((element) => {
    if (own.contains(element) || element.matches(':disabled')) return []
    return spanOf(element.getBoundingClientRect(), element, [left, right])
  })

/** Where words stand: what is said largest is what is read first. */
const wordsBetween = (left: number, right: number, own: Element): Span[] => {
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const spans: Span[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node
    if (!parentElement || own.contains(node) || !node.nodeValue?.trim()) continue
    range.selectNodeContents(node)
    const [span] = spanOf(range.getBoundingClientRect(), parentElement, [left, right])
    if (span) spans.push({ ...span, weight: parentElement.closest('h1, h2') ? headings : words })
  }
  return spans
}

// Even a toast full of words weighs less than the edge of one button.
const words = 0.005
const headings = 0.02

const spanOf = (box: DOMRect, element: Element, [left, right]: [number, number]): Span[] => {
  // What is that small is there for screen readers only.
  const isSeen = box.width > 4 && box.height > 4 && box.bottom > 0 && box.top < innerHeight
  if (!isSeen || box.right <= left || box.left >= right) return []
  return element.closest('[aria-hidden=true], [inert]') ? [] : [{ top: box.top, bottom: box.bottom }]
}
