import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Endpoint, type Output, type page, pageSize } from '#contract/kit.ts'
import type { Problem } from '#contract/problem.ts'
import { ask } from './ask.ts'

type Listed<E extends Endpoint> = Output<E> & readonly { id: string }[]

/** A list of which older pages are fetched as they are wanted; what is there is asked again as one. */
export const pagesOf = <E extends Endpoint<typeof page>>(endpoint: E) =>
  infiniteQueryOptions<Listed<E>, Problem, Listed<E>, readonly unknown[], string | undefined>({
    queryKey: [endpoint.path, 'pages'],
    queryFn: async ({ pageParam }) => {
      const items = await ask(endpoint, (pageParam === undefined ? {} : { before: pageParam }) as never)
      return items as Listed<E>
    },
    initialPageParam: undefined,
    // A short page is the last one.
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    select: ({ pages }) => pages.flat() as unknown as Listed<E>,
  })
