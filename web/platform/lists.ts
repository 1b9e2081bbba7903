import {
  infiniteQueryOptions,
  keepPreviousData,
  type UseSuspenseQueryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { z } from 'zod'
import { type Endpoint, pageSize } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { ask } from './ask.ts'

type PagedInput = z.ZodObject<{ before: z.ZodOptional<z.ZodType<string>> }>

/**
 * A list whose older pages are fetched on demand. A refresh fetches all its loaded pages again. `of` is the rest of the
 * endpoint's input, such as whose list it is.
 */
export const pagesOf = <T extends { id: string }, I extends PagedInput>(
  endpoint: Endpoint<I, z.ZodType<T[]>>,
  of?: Omit<z.output<I>, 'before'>,
) =>
  infiniteQueryOptions<T[], Problem, T[], readonly unknown[], T['id'] | undefined>({
    queryKey: [endpoint.path, 'pages', ...(of ? [of] : [])],
    queryFn: async ({ pageParam }) => {
      const input = { ...of, ...(pageParam !== undefined && { before: pageParam }) }
      return ask(endpoint, input as z.output<I>)
    },
    initialPageParam: undefined,
    // A short page is the last one.
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    select: ({ pages }) => pages.flatMap((page) => page),
  })

type SearchQuery<T> = (input: { search?: string }) => UseSuspenseQueryOptions<T[], Problem>

/** Returns options to choose from. If the portal has cut the list off, it searches all of them for the typed text. */
export function useSearchSelect<T>(queryFor: SearchQuery<T>) {
  const { data: first } = useSuspenseQuery(queryFor({}))
  const [typed, onType] = useState('')
  const search = useDeferredValue(typed.trim())
  const isCutOff = first.length >= pageSize
  const isSearching = isCutOff && search !== ''
  const { data: found } = useQuery({
    ...queryFor({ search }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  })
  return {
    things: isSearching && found ? found : first,
    /** For the search field above the choice. Null if all options are in the list. */
    search: isCutOff ? { typed, onType } : null,
  }
}
