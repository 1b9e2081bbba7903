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
import { type Action, may, type StaffRole } from '#contract/kit/rights.ts'
import { settings } from '#contract/settings.ts'
import { ask, whileSigningOut } from '#web/platform/ask.ts'
import { now } from '#web/platform/clock.ts'
import { invalidate, query } from '#web/platform/queries.ts'
import { clearOwnStorage, stored } from '#web/platform/storage.ts'
import { toast } from '#web/ui/overlays/toast.ts'

const userKey: readonly unknown[] = query(accounts.current, {}).queryKey

/** A 401 means that no one is signed in (part 1 section 7). Retries twice, and is stale after five seconds. */
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

/** False until the page is shown. The current user is not fetched while the page is only prerendered. */
export const IsSessionReady = createContext(true)

/** Returns the signed-in user: undefined while that is not known, null for a visitor. */
export const useCurrentUser = () => {
  const { data, error, isPending, refetch } = useQuery({ ...userQuery, enabled: use(IsSessionReady) })
  return { user: data, isLoading: isPending && !error, error: data === undefined ? error : null, refetch }
}

/** Returns whether this browser thinks that someone is signed in. Follows its other tabs. */
export const useSessionFlag = () => useSyncExternalStore(listenToTabs, () => sessionFlag.read() === true)

const listenToTabs = (listener: () => void) => {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** The user whose session has ended while their page stays, so that nothing typed is lost. */
export const UserOfEndedSession = createContext<User | null>(null)

/** The user's roles that don't open what is shown inside. */
export const ClosedRolesHere = createContext<readonly StaffRole[]>([])

/**
 * Returns a function that says whether the signed-in user has a right to what is shown here. A client has none of the
 * firm's rights.
 */
export const useMay = () => {
  const { roles } = useUser()
  const closed = use(ClosedRolesHere)
  const open = roles.filter((role) => !closed.includes(role))
  return (action: Action) => may(open, action)
}

/** Whether the user has a right to some only of what they read: one of their roles reads and doesn't have it. */
export const useReadsMore = ({ reading, acting }: { reading: Action; acting: Action }) =>
  useUser().roles.some((role) => may([role], reading) && !may([role], acting))

/** Whether the user only reads what is shown here, though they have this right to others of its kind. */
export const useOnlyReads = (action: Action) => {
  const { roles } = useUser()
  return !useMay()(action) && may(roles, action)
}

/** Returns the signed-in user. Throws `unauthenticated` if there is none. */
export const useUser = (): User => {
  const { data } = useSuspenseQuery(userQuery)
  const user = data ?? use(UserOfEndedSession)
  if (!user) throw new Problem('unauthenticated', 'Please sign in.')
  return user
}

/** Caches the user who has just signed in, and deletes all data of other users. */
export const beginSession = (cache: QueryClient, user: User) => {
  removeOthers(cache)
  clearOwnStorage({ but: user.id })
  // The session before may have run out, and have been somebody else's.
  bankDraft.clear()
  noteSession()
  cacheUser(cache, user)
  void checkSession(cache)
}

/** The same user has signed in again. Their page stays and fetches its data again. */
export const resumeSession = (cache: QueryClient, user: User) => {
  noteSession()
  cacheUser(cache, user)
  void invalidate(cache)
}

const noteSession = () => {
  sessionFlag.write(true)
  sessionBegan.write(now().getTime())
}

/** Caches the signed-in user from a response. Null means that no one is signed in. */
export const cacheUser = (cache: QueryClient, user: User | null) => cache.setQueryData(userKey, user)

/** Leaves the pages of the signed-in user and deletes all cached data of theirs. */
export const endSession = (cache: QueryClient) => {
  // Before the flag, by which the other tabs hear of it.
  sessionBegan.clear()
  sessionFlag.clear()
  welcomeFlag.clear()
  // They may have signed in through another tab, and the next person here may be somebody else.
  registerDraft.clear()
  bankDraft.clear()
  cache.setQueryData(userKey, null)
  cache.setQueryData(leftKey, true)
  // A page that is drawn once more without its data would fetch it, so the data goes after the pages have gone. They
  // learn from a timer too, which was set first.
  setTimeout(() => {
    if (cache.getQueryData(userKey) === null) removeOthers(cache, { but: leftKey })
  })
}

// Kept in the query cache, so that the next sign-in clears it.
const leftKey = ['left on purpose']

/**
 * Returns whether the last session here was left on purpose. Then the sign-in page does not lead back to a page of it.
 */
export const hasSignedOut = (cache: QueryClient) => cache.getQueryData(leftKey) === true

/** Returns whether someone is known to be signed in. */
export const isSignedIn = (cache: QueryClient) => (cache.getQueryData(userKey) ?? null) !== null

/**
 * Follows another tab that has cleared the flag. If it signed out, this tab forgets everything too. Otherwise the portal
 * has ended the session, which each tab says to its reader.
 */
export const followOtherTab = (cache: QueryClient) =>
  sessionBegan.read() === undefined ? endSession(cache) : void checkSession(cache)

/** Fetches the current user again. The response decides whether the page stays. */
export const checkSession = (cache: QueryClient) => invalidate(cache, { queryKey: userKey })

const isPublic = (key: readonly unknown[]) =>
  key[0] === settings.firm.path || key[0] === accounts.current.path

const removeOthers = (cache: QueryClient, { but }: { but?: readonly unknown[] } = {}) => {
  cache.removeQueries({ predicate: ({ queryKey }) => !isPublic(queryKey) && queryKey[0] !== but?.[0] })
  cache.getMutationCache().clear()
}

const leaving: readonly unknown[] = [accounts.logout.path]

/** How long a sign-out waits for running requests, in milliseconds. After it, they would be unauthenticated. */
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

/** Returns whether a sign-out is running. The user's data is not fetched then, because the request would be refused. */
export const isSigningOut = (cache: QueryClient) => cache.isMutating({ mutationKey: leaving }) > 0

/** Signs out, and leads to `to`. */
export const useLogout = ({ to = pages.auth }: { to?: string } = {}) => {
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
      // Otherwise the identity provider would let the next person at this device in with one press.
      if (continueAt !== undefined) return location.assign(continueAt)
      toast({ title: 'Logged out', description: 'You have been logged out successfully' })
      void navigate(to, { replace: true })
    },
    onError: ({ message }) => {
      toast({ title: 'Logout failed', description: message, variant: 'destructive' })
      // No live events were received meanwhile, and the session may have ended anyway.
      void invalidate(cache)
    },
  })
}

/** "true" while someone is signed in in this browser. It gives no access: only the cookie does. */
export const sessionFlag = stored('auth_session_active', z.literal(true))

/** Set once the welcome page was passed in this tab. */
export const welcomeFlag = stored('welcome_viewed', z.literal(true), { area: 'session' })

export const RegisterDraft = z.object({
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
})

/**
 * What somebody has typed to register, without the passwords. This tab keeps it until they have signed in here, or out.
 */
export const registerDraft = stored('register_draft', RegisterDraft, { area: 'session' })

const BankDraft = z.object({
  /** The task of its client. Others have tasks of their own. */
  taskId: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  sortCode: z.string(),
  bankName: z.string(),
})

/**
 * The bank account that a client has typed and not submitted yet. This tab keeps it until then, or until their session
 * ends. Unlike a card, which is never kept, it is what anyone tells whoever is to pay them.
 */
export const bankDraft = stored('bank_draft', BankDraft, { area: 'session' })

/** When this browser's session began, in milliseconds. The session ends some hours later, even if it is used. */
export const sessionBegan = stored('portico_session_began', z.number())
