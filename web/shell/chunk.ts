import { type ComponentType, createContext, lazy } from 'react'

/** A part of the portal that is fetched when it is first shown, or before by `preload`. */
export const chunk = <P extends object = object>(load: () => Promise<ComponentType<P>>) => {
  let loading: Promise<ComponentType<P>> | undefined
  const preload = () => {
    // A failed fetch is tried again the next time, rather than remembered.
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return { Part: lazy(async () => ({ default: await preload() })), preload }
}

/** Fetches the parts of a page, by its path, before it is asked for. */
export const Preload = createContext((_path: string) => {})
