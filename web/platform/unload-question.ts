import { useEffect } from 'react'

/** Has the browser ask before the page is reloaded, left for another site or closed, while something would be lost. */
export function useUnloadQuestion(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
