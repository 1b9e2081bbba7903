import { createContext, type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import {
  createPath,
  type Location,
  NavigationType,
  type Navigator,
  type Path,
  parsePath,
  Router,
  type To,
} from 'react-router'

/** Called before another address is opened. Returns whether it holds that back; `open` then opens it after all. */
export type LeaveGuard = (next: Path, open: () => void) => boolean

/** Sets the guard of the router around the page, or none. */
export const SetLeaveGuard = createContext<(guard: LeaveGuard | null) => void>(() => {})

/**
 * The router of the browser's address. React Router's own lets nobody ask before a page is left: its question comes with
 * its data routers, which weigh more than the first script may (docs/decisions/0055).
 */
export const BrowserRouter = ({ children }: { children: ReactNode }) => {
  const [{ navigator, follow, setGuard }] = useState(openHistory)
  const [place, setPlace] = useState(() => ({ location: locationNow(), navigationType: NavigationType.Pop }))
  useLayoutEffect(
    () =>
      follow((navigationType) =>
        startTransition(() => setPlace({ location: locationNow(), navigationType })),
      ),
    [follow],
  )
  return (
    <SetLeaveGuard value={setGuard}>
      <Router navigator={navigator} {...place}>
        {children}
      </Router>
    </SetLeaveGuard>
  )
}

/** What the browser keeps with an address: its state, the key of the visit, and its place in the history. */
interface Visit {
  usr?: unknown
  key?: string
  idx?: number
}

const visitNow = (): Visit => history.state ?? {}

const locationNow = (): Location => {
  const { pathname, search, hash } = location
  const { usr = null, key = 'default' } = visitNow()
  return { pathname, search, hash, state: usr, key }
}

const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to))

function openHistory() {
  let guard: LeaveGuard | null = null
  let moved = (_how: NavigationType) => {}
  if (visitNow().idx === undefined) history.replaceState({ ...visitNow(), idx: 0 }, '')

  const open = (to: To, state: unknown, how: NavigationType.Push | NavigationType.Replace) => {
    const { pathname, search } = location
    const given = typeof to === 'string' ? parsePath(to) : to
    const next = { pathname, search: given.pathname === undefined ? search : '', hash: '', ...given }
    const write = () => {
      keep(createPath(next), state, how)
      moved(how)
    }
    if (!guard?.(next, write)) write()
  }
  const pops = watchPops({
    isHeld: (next, go) => guard?.(next, go) ?? false,
    moved: () => moved(NavigationType.Pop),
  })
  const keep = (href: string, state: unknown, how: NavigationType) => {
    const step = how === NavigationType.Push ? 1 : 0
    const idx = (visitNow().idx ?? 0) + step
    const visit: Visit = { usr: state ?? null, key: Math.random().toString(36).slice(2, 10), idx }
    pops.at(idx)
    if (step === 0) return history.replaceState(visit, '', href)
    try {
      history.pushState(visit, '', href)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error
      // A browser that takes no more entries for a while opens the address itself.
      location.assign(href)
    }
  }
  const navigator: Navigator = {
    createHref: hrefOf,
    encodeLocation: (to) => new URL(hrefOf(to), location.href),
    go: (by) => history.go(by),
    push: (to, state) => open(to, state, NavigationType.Push),
    replace: (to, state) => open(to, state, NavigationType.Replace),
  }
  return {
    navigator,
    setGuard: (next: LeaveGuard | null) => {
      guard = next
    },
    follow: (listener: typeof moved) => {
      moved = listener
      addEventListener('popstate', pops.handle)
      return () => {
        moved = () => {}
        removeEventListener('popstate', pops.handle)
      }
    },
  }
}

interface PopsOptions {
  isHeld: LeaveGuard
  moved: () => void
}

/** Back and Forward have moved already when they are heard of, so one that is held back is undone first. */
function watchPops({ isHeld, moved }: PopsOptions) {
  let place = visitNow().idx
  let isUndoing = false
  let isAllowed = false
  return {
    at: (idx: number) => {
      place = idx
    },
    handle: () => {
      if (isUndoing) {
        isUndoing = false
        return
      }
      const { idx } = visitNow()
      const by = idx === undefined || place === undefined ? 0 : idx - place
      const goOn = () => {
        isAllowed = true
        history.go(by)
      }
      if (by !== 0 && !isAllowed && isHeld(locationNow(), goOn)) {
        isUndoing = true
        history.go(-by)
        return
      }
      isAllowed = false
      place = idx
      moved()
    },
  }
}
