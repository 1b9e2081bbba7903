import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { notifyLoaded } from '#web/platform/emitter.ts'

export interface Chunk<P extends object = object> {
  Part: (props: P) => ReactNode
  /** Fetches it before it is shown; rejects where it cannot be fetched, and tries again the next time. */
  preload: () => Promise<unknown>
}

/** A part of the portal that is fetched when it is first shown, or before by `preload`. */
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
  // React draws a stand-in for whatever is lazy, also where that has come already.
  const Part = (props: P) => {
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Fetched)
    return createElement(Shown, props)
  }
  return { Part, preload }
}
