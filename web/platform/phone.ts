import { useSyncExternalStore } from 'react'

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
