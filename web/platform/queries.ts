import {
  type Query,
  QueryCache,
  QueryClient,
  type QueryFilters,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { ask } from './ask.ts'
import { notifyLoaded } from './emitter.ts'

/** Data never becomes stale by itself (part 1 section 7). Commands and live events say when to fetch it again. */
export const makeQueryClient = () => {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onSettled: notifyLoaded,
      onError: (_, failed) => whenNoneRuns(client, () => dropRefused(failed)),
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        // What fails while the portal is away is fetched again by `useRecovery`, all of a page together.
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Offline, a request fails with a message instead of waiting without one.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/**
 * Removes what a page showed if there is no such thing any more, or nothing of it for this user, so that the page says
 * so, as if it were opened now.
 */
const dropRefused = (failed: Query<unknown, unknown>) => {
  const { error } = failed.state
  if (error instanceof Problem && (error.code === 'not_found' || error.code === 'forbidden'))
    failed.setState({ data: undefined })
}

/** Calls back once no command runs. The one that removes what a page shows leads to another page first. */
const whenNoneRuns = (client: QueryClient, callBack: () => void) => {
  const attempt = () => {
    if (client.isMutating() > 0) return
    unsubscribe()
    callBack()
  }
  const unsubscribe = client.getMutationCache().subscribe(attempt)
  attempt()
}

/** Returns a query whose cache key is the endpoint and its input, so that nobody has to invent keys. */
export const query = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  queryOptions<Output<E>, Problem>({ queryKey: [endpoint.path, input], queryFn: () => ask(endpoint, input) })

/** The same, but asks nothing while its input is null. */
export const queryUnlessNull = <E extends Endpoint>(endpoint: E, input: Input<E> | null) =>
  queryOptions<Output<E>, Problem>({
    queryKey: [endpoint.path, input],
    queryFn: input === null ? skipToken : () => ask(endpoint, input),
  })

export interface CommandOptions<E extends Endpoint> {
  /** Endpoints whose responses change when the command succeeds. They are fetched again. */
  refreshes: Endpoint[]
  /** Request headers, such as an Idempotency-Key. */
  headers?: (input: Input<E>) => Record<string, string>
}

export function useCommand<E extends Endpoint>(endpoint: E, { refreshes, headers }: CommandOptions<E>) {
  const cache = useQueryClient()
  return useMutation<Output<E>, Problem, Input<E>>({
    mutationFn: (input) => ask(endpoint, input, headers?.(input)),
    onSuccess: () => refresh(cache, refreshes),
  })
}

/**
 * Fetches again what is on the page now, and the rest when it is next shown. Resolves when the page has the new state.
 */
export const refresh = async (cache: QueryClient, endpoints: Endpoint[]) => {
  await Promise.all(endpoints.map(({ path }) => invalidate(cache, { queryKey: [path] })))
}

/** The same for everything that matches, or for all data. */
export const invalidate = async (cache: QueryClient, filters: QueryFilters = {}) => {
  const awaited = cache
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter((request) => !isRepeated(request))
    .flatMap((request) => {
      const repeat = repeatAfter(cache, request)
      // Nobody waits for a page that was left.
      return request.isActive() ? [repeat] : []
    })
  await Promise.all([cache.invalidateQueries(filters), ...awaited])
}

/** Whether a running request is ended and made again when its query is invalidated. */
const isRepeated = (request: Query) => request.isActive() && request.state.data !== undefined

const repeats = new WeakMap<Query, Promise<void>>()

/**
 * A response that is on its way may be from before the change, but is taken for the new one when it arrives. However much
 * changes until then, one more request answers it.
 */
const repeatAfter = (cache: QueryClient, request: Query) => {
  const begun = repeats.get(request)
  if (begun) return begun
  // Joins the running request. One that fails counts as out of date anyway.
  const arrived = request.fetch().finally(() => repeats.delete(request))
  const repeat = arrived.then(
    () => cache.invalidateQueries({ queryKey: request.queryKey, exact: true }),
    () => undefined,
  )
  repeats.set(request, repeat)
  return repeat
}
