import { QueryCache, QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { ask } from './ask.ts'
import { notifyLoaded } from './emitter.ts'

/** Part 1 section 7: data is never stale by itself; commands and live events say when to ask again. */
export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onSettled: notifyLoaded }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Offline, a question fails with a sentence instead of waiting without one.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** The cache key is the endpoint itself, so nobody invents one. */
export const query = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  queryOptions<Output<E>, Problem>({ queryKey: [endpoint.path, input], queryFn: () => ask(endpoint, input) })

export interface CommandOptions<E extends Endpoint> {
  /** What has changed once the command has succeeded, and is asked again. */
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

/** Asks again what is on the page now, and the rest when it is next shown; settles with the new state. */
export const refresh = async (cache: QueryClient, endpoints: Endpoint[]) => {
  await Promise.all(endpoints.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })))
}
