import { useEffect, useState } from 'react'

/** From where to where something reaches, in pixels from the top of the window. */
export interface Span {
  top: number
  bottom: number
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

/** The first place, seen from one end of the room, that covers nothing; where there is none, the one that covers least. */
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
    (sum, { top, bottom }) =>
      sum + Math.max(0, Math.min(bottom + gap, place + height) - Math.max(top - gap, place)),
    0,
  )

const lookAgain = 200

/** Keeps the toasts where they cover nothing that is pressed or typed into, also while the page below them changes. */
export const useFreePlace = () => {
  const [list, setList] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!list) return
    let place = Number.NaN
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const { left, right, height } = list.getBoundingClientRect()
      if (height === 0) return
      timer = setTimeout(look, lookAgain)
      const wanted = { height, room: roomNow(), taken: takenBetween(left, right, list), from: endNow() }
      // What stands well stays: nothing jumps for a better place.
      if (fits(place, wanted) && coveredAt(place, height, wanted.taken) === 0) return
      place = freePlace(wanted)
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
    if (element.closest('[aria-hidden=true], [inert]')) return []
    const box = element.getBoundingClientRect()
    // What is that small is there for screen readers only.
    const isSeen = box.width > 4 && box.height > 4 && box.bottom > 0 && box.top < innerHeight
    return isSeen && box.right > left && box.left < right ? [{ top: box.top, bottom: box.bottom }] : []
  })
