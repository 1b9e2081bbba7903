import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Whether the window is narrower than this width, in a style sheet's words. */
const narrowerThan = (width: string) => {
  const media = () => matchMedia(`(width < ${width})`)
  const listen = (listener: () => void) => {
    const watched = media()
    watched.addEventListener('change', listener)
    return () => watched.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(listen, () => media().matches)
}

/** Whether the page is as narrow as a phone: the width at which the sidebar gives way to the tabs. */
export const useIsPhone = narrowerThan('48rem')

/** Whether a list and what is opened from it have no room beside each other. */
export const useIsNarrow = narrowerThan('64rem')

/** Less than this is an address bar that comes or goes, in pixels. */
const leastKeyboard = 150

/** On a phone, fits an element into what the keyboard leaves of the window: `data-covered` while it is open. */
export const useRoomAboveKeyboard = () => {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const fit = () => {
      const element = panel.current
      if (!element) return
      // A page that was zoomed into has a small view too.
      const isCovered = view.scale < 1.1 && innerWidth < 768 && innerHeight - view.height > leastKeyboard
      element.toggleAttribute('data-covered', isCovered)
      element.style.height = isCovered ? `${view.height}px` : ''
      element.style.top = isCovered ? `${view.offsetTop}px` : ''
    }
    view.addEventListener('resize', fit)
    view.addEventListener('scroll', fit)
    return () => {
      view.removeEventListener('resize', fit)
      view.removeEventListener('scroll', fit)
    }
  }, [])
  return panel
}
