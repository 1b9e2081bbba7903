import { keepPreviousData, type UseQueryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ZodType } from 'zod'
import { columnNames, type ListName, lists } from '#contract/firm/lists.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { query } from '#web/platform/queries.ts'

type Filter = Record<string, string>

/** Columns hidden by default, because they would not fit on a laptop. */
const hiddenAtFirst: Record<ListName, readonly string[]> = { clients: [], matters: ['created'] }

/** Keeps a list's filters and columns in the address, so that they can be linked to, saved and restored by Back. */
const useListAddress = <L extends ListName>(list: L, isFilter: (filter: Filter) => boolean) => {
  const [address, setAddress] = useSearchParams()
  const { columns: named, ...given } = Object.fromEntries(address)
  const filter: Filter = isFilter(given) ? given : {}
  const all = Object.keys(columnNames[list]) as (keyof (typeof columnNames)[L] & string)[]
  const first = all.filter((column) => !hiddenAtFirst[list].includes(column))
  const columns = named === undefined ? first : all.filter((column) => named.split(',').includes(column))
  const show = (next: { filter?: Filter; columns?: readonly string[] }) => {
    const shown = next.columns ?? columns
    const wanted = Object.entries(next.filter ?? filter).filter(([, value]) => value !== '')
    const isChosen = shown.length !== first.length || !first.every((column) => shown.includes(column))
    setAddress(
      { ...Object.fromEntries(wanted), ...(isChosen && { columns: shown.join(',') }) },
      { replace: true },
    )
  }
  return { filter, columns, all, show }
}

interface Page<R> {
  rows: R[]
  hasMore: boolean
}

interface ListOptions<F, R extends { id: string }> {
  filter: ZodType<F>
  /** The query of the page that begins after the row `before`. */
  queryFor: (input: F & { before: R['id'] | undefined }) => UseQueryOptions<Page<R>, Problem>
}

/**
 * Loads a page of a list as its address says. Returns what the frame around the rows needs, the filter, and the people
 * who can be responsible, to choose from.
 */
export const useList = <F extends object, R extends { id: string }>(
  list: ListName,
  { filter: shape, queryFor }: ListOptions<F, R>,
) => {
  const { data: people } = useSuspenseQuery(query(lists.people, {}))
  const address = useListAddress(list, (given) => shape.safeParse(given).success)
  const [before, setBefore] = useState<R['id'][]>([])
  const filter = shape.parse(address.filter)
  const page = useQuery({
    ...queryFor({ ...filter, before: before.at(-1) }),
    placeholderData: keepPreviousData,
  })
  return {
    frame: { list, address, page, before, setBefore },
    filter,
    people: people.map(({ id, name }) => ({ value: id as string, label: name })),
  }
}
