import {
  infiniteQueryOptions,
  keepPreviousData,
  type UseSuspenseQueryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { z } from 'zod'
import { type Endpoint, type Input, type Output, type page, pageSize } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { ask } from './ask.ts'

type Paged = Endpoint<z.ZodObject<(typeof page)['shape']>>
type Listed<E extends Endpoint> = Output<E> & readonly { id: string }[]

/**
 * A list of which older pages are fetched as they are wanted; what is there is asked again as one. `of` says of what
 * it is a list, where its endpoint asks for that.
 */
export const pagesOf = <E extends Paged>(endpoint: E, of?: Omit<Input<E>, 'before'>) =>
  infiniteQueryOptions<Listed<E>, Problem, Listed<E>, readonly unknown[], string | undefined>({
    queryKey: [endpoint.path, 'pages', ...(of ? [of] : [])],
    queryFn: async ({ pageParam }) => {
      const input = { ...of, ...(pageParam !== undefined && { before: pageParam }) }
      const items = await ask(endpoint, input as Input<E>)
      return items as Listed<E>
    },
    initialPageParam: undefined,
    // A short page is the last one.
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    select: ({ pages }) => pages.flat() as unknown as Listed<E>,
  })

type SearchQuery<T> = (input: { search?: string }) => UseSuspenseQueryOptions<T[], Problem>

/** Things to choose from; where the portal has cut the list off, what is typed is looked for in all of them. */
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
    /** For the field above the choice; null where everything is there to be chosen. */
    search: isCutOff ? { typed, onType } : null,
  }
}
