import { useSyncExternalStore } from 'react'

const narrow = () => matchMedia('(width < 48rem)')

const listen = (listener: () => void) => {
  const media = narrow()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the page is as narrow as a phone: the width at which the sidebar gives way to the tabs. */
export const useIsPhone = () => useSyncExternalStore(listen, () => narrow().matches)
