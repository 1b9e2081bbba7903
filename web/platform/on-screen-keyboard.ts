import { useEffect, useRef } from 'react'

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
