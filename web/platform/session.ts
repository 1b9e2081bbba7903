import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Action, may } from '#contract/kit/rights.ts'
import { settings } from '#contract/settings.ts'
import { ask, whileSigningOut } from '#web/platform/ask.ts'
import { now } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { clearOwnStorage, stored } from '#web/platform/storage.ts'
import { toast } from '#web/ui/overlays/toast.ts'

const userKey: readonly unknown[] = query(accounts.current, {}).queryKey

/** Part 1 section 7: a 401 means "no user", two retries, stale after five seconds. */
const userQuery = queryOptions<User | null, Problem>({
  queryKey: userKey,
  queryFn: () =>
    ask(accounts.current, {}).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'unauthenticated') return null
      throw error
    }),
  staleTime: 5_000,
  retry: 2,
})

/** False until the memory of this browser has been read: nobody is asked for before that. */
export const IsSessionReady = createContext(true)

/** Who is signed in: undefined while that is not known, null for a visitor. */
export const useCurrentUser = () => {
  const { data, error, isPending, refetch } = useQuery({ ...userQuery, enabled: use(IsSessionReady) })
  return { user: data, isLoading: isPending && !error, error: data === undefined ? error : null, refetch }
}

/** Whether this browser thinks that somebody is signed in; follows its other tabs. */
export const useSessionFlag = () => useSyncExternalStore(listenToTabs, () => sessionFlag.read() === true)

const listenToTabs = (listener: () => void) => {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** The person whose session has ended while their page stays as it is, so that nothing typed is lost. */
export const HeldUser = createContext<User | null>(null)

/** Whether whoever is signed in has the right to this; a client has none of the firm's. */
export const useMay = () => {
  const { roles } = useUser()
  return (action: Action) => may(roles, action)
}

/** The signed-in person. Throws `unauthenticated` where nobody is. */
export const useUser = (): User => {
  const { data } = useSuspenseQuery(userQuery)
  const user = data ?? use(HeldUser)
  if (!user) throw new Problem('unauthenticated', 'Please sign in.')
  return user
}

/** Keeps who has just signed in, and nothing of whoever was here before. */
export const beginSession = (cache: QueryClient, user: User) => {
  invalidateOthers(cache)
  clearOwnStorage({ but: user.id })
  noteSession()
  keepUser(cache, user)
  void checkSession(cache)
}

/** The same person has signed in again: their page stays, and asks again for what it shows. */
export const resumeSession = (cache: QueryClient, user: User) => {
  noteSession()
  keepUser(cache, user)
  void cache.invalidateQueries()
}

const noteSession = () => {
  sessionFlag.write(true)
  sessionBegan.write(now().getTime())
}

/** Keeps what an answer told of the signed-in person; null where it told that nobody is. */
export const keepUser = (cache: QueryClient, user: User | null) => cache.setQueryData(userKey, user)

/** Forgets everything of the person who was signed in: from now on the pages show nothing of theirs. */
export const endSession = (cache: QueryClient) => {
  sessionFlag.clear()
  sessionBegan.clear()
  welcomeFlag.clear()
  cache.setQueryData(userKey, null)
  invalidateOthers(cache)
  cache.setQueryData(leftKey, true)
}

// Kept beside the answers of the server, so that the next sign-in forgets it.
const leftKey = ['left on purpose']

/** Whether the last session here was left on purpose: nobody is led back to a page of theirs. */
export const hasLeft = (cache: QueryClient) => cache.getQueryData(leftKey) === true

/** Asks again who is signed in: the answer decides whether the page stays. */
export const checkSession = (cache: QueryClient) => cache.invalidateQueries({ queryKey: userKey })

const isPublic = (key: readonly unknown[]) =>
  key[0] === settings.firm.path || key[0] === accounts.current.path

const invalidateOthers = (cache: QueryClient) => {
  cache.removeQueries({ predicate: ({ queryKey }) => !isPublic(queryKey) })
  cache.getMutationCache().clear()
}

const leaving: readonly unknown[] = [accounts.logout.path]

/** How long a sign-out waits for what is on its way, in milliseconds: answered after it, it would be a stranger's. */
const idleWithin = 1000

const whenIdle = (cache: QueryClient) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(late)
      unsubscribe()
      resolve()
    }
    const late = setTimeout(done, idleWithin)
    const unsubscribe = cache.getQueryCache().subscribe(() => cache.isFetching() === 0 && done())
    if (cache.isFetching() === 0) done()
  })

/** While somebody signs out, nothing of theirs is asked any more: it would be answered as a stranger's. */
export const isLeaving = (cache: QueryClient) => cache.isMutating({ mutationKey: leaving }) > 0

export const useLogout = () => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation<Output<typeof accounts.logout>, Problem>({
    mutationKey: leaving,
    mutationFn: async () => {
      await whenIdle(cache)
      return whileSigningOut(() => ask(accounts.logout, {}))
    },
    onSuccess: ({ continueAt }) => {
      endSession(cache)
      // The next person at this device may be somebody else.
      clearOwnStorage()
      // Left signed in there, the next person at this device would be let in again by one press.
      if (continueAt !== undefined) return location.assign(continueAt)
      toast({ title: 'Logged out', description: 'You have been logged out successfully' })
      void navigate(pages.auth, { replace: true })
    },
    onError: ({ message }) => {
      toast({ title: 'Logout failed', description: message, variant: 'destructive' })
      // Nobody listened meanwhile, and the session may have ended all the same.
      void cache.invalidateQueries()
    },
  })
}

/** This browser holds a session: "true" while somebody is signed in. It opens nothing; the cookie does. */
export const sessionFlag = stored('auth_session_active', z.literal(true))

/** The welcome page was passed in this tab. */
export const welcomeFlag = stored('welcome_viewed', z.literal(true), { area: 'session' })

/** When this browser's session began, in milliseconds: it ends some hours later whatever is done. */
export const sessionBegan = stored('portico_session_began', z.number())
