import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Makes a hook that returns whether the window is narrower than a CSS width. */
const narrowerThan = (width: string) => {
  const media = () => matchMedia(`(width < ${width})`)
  const listen = (listener: () => void) => {
    const watched = media()
    watched.addEventListener('change', listener)
    return () => watched.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(listen, () => media().matches)
}

/** Returns whether the page is as narrow as a phone, where tabs replace the sidebar. */
export const useIsPhone = narrowerThan('48rem')

/** Returns whether a list and an item opened from it do not fit side by side. */
export const useIsNarrow = narrowerThan('64rem')

/** In pixels. A smaller change is an address bar that appears or disappears. */
const leastKeyboard = 150

/**
 * Returns a ref. On a phone, fits its element into the space above the keyboard, and sets `data-covered` while that is
 * open.
 */
export const useRoomAboveKeyboard = () => {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const fit = () => {
      const element = panel.current
      if (!element) return
      // A zoomed page has a small viewport too.
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
