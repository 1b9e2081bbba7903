import { lazy, Suspense, useEffect, useState } from 'react'
import { toastClass, useToasts } from './toast.ts'

const load = () => import('./toaster-view.tsx')
const View = lazy(async () => ({
  default: (await load().catch(() => ({ ToasterView: PlainToasts }))).ToasterView,
}))

/**
 * Where toasts appear. Mounted once, around all pages. The view is fetched on the first press or key, so that the first
 * page need not wait for it, and it is there if the network fails later.
 */
export const Toaster = () => {
  const hasToasts = useToasts().length > 0
  const [isWanted, setWanted] = useState(false)

  useEffect(() => {
    const want = () => setWanted(true)
    const once = { once: true, passive: true }
    addEventListener('pointerdown', want, once)
    addEventListener('keydown', want, once)
    return () => {
      removeEventListener('pointerdown', want)
      removeEventListener('keydown', want)
    }
  }, [])

  return hasToasts || isWanted ? (
    <Suspense fallback={null}>
      <View />
    </Suspense>
  ) : null
}

const PlainToasts = () => (
  <div role="alert" className={`${toastClass} grid gap-2 rounded-lg bg-surface p-4 shadow-2`}>
    {useToasts().map(({ id, title, description }) => (
      <p key={id}>
        <b>{title}</b> {description}
      </p>
    ))}
  </div>
)
