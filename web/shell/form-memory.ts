import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Whether something was typed or chosen on the page that is open now. */
export function useHasTyped() {
  const { pathname } = useLocation()
  const [typedOn, setTypedOn] = useState<string>()
  useEffect(() => {
    const note = () => setTypedOn(pathname)
    addEventListener('input', note)
    return () => removeEventListener('input', note)
  }, [pathname])
  return typedOn === pathname
}
