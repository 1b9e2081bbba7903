import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { notifyLoaded } from '#web/platform/emitter.ts'

export interface Chunk<P extends object = object> {
  Part: (props: P) => ReactNode
  /** Fetches the part before it is shown. Rejects if that fails; the next call tries again. */
  preload: () => Promise<unknown>
}

/** Makes a part of the portal that is fetched when it is first shown, or earlier by `preload`. */
export const chunk = <P extends object = object>(load: () => Promise<ComponentType<P>>): Chunk<P> => {
  let loading: Promise<ComponentType<P>> | undefined
  let loaded: ComponentType<P> | undefined
  const bring = async () => {
    loaded = await load()
    notifyLoaded()
    return loaded
  }
  const preload = () => {
    // A failed fetch is tried again the next time, rather than remembered.
    loading ??= bring().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const Fetched = lazy(async () => ({ default: await preload() }))
  // React shows a fallback for any lazy component, even if its code is already there.
  const Part = (props: P) => {
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Fetched)
    return createElement(Shown, props)
  }
  return { Part, preload }
}
