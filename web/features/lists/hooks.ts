import { keepPreviousData, type UseQueryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import type { ZodType } from 'zod'
import { columnNames, type ListName, lists } from '#contract/firm/lists.ts'
import { Problem } from '#contract/kit/problem.ts'
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

/**
 * Counts how often somebody has come to the list by a link, or by Back, with another address than it had. As the key of
 * a list it leaves no selection, page or search of the list before. The list's own changes replace the address.
 */
export const useVisits = () => {
  const { search } = useLocation()
  const navigation = useNavigationType()
  const [seen, setSeen] = useState({ search, visits: 0 })
  if (search !== seen.search) setSeen({ search, visits: seen.visits + (navigation === 'REPLACE' ? 0 : 1) })
  return seen.visits
}

interface Page<R> {
  rows: R[]
  hasMore: boolean
}

type PageInput<F, R extends { id: string }> = F & { before: R['id'] | undefined }

interface ListOptions<F, R extends { id: string }> {
  filter: ZodType<F>
  /** The query of the page that begins after the row `before`. */
  queryFor: (input: PageInput<F, R>) => UseQueryOptions<Page<R>, Problem>
  /** The same page, asked for without keeping it. */
  pageFor: (input: PageInput<F, R>) => Promise<Page<R>>
}

/**
 * Loads a page of a list as its address says. Returns what the frame around the rows needs, the filter, and the people
 * who can be responsible, to choose from.
 */
export const useList = <F extends object, R extends { id: string }>(
  list: ListName,
  { filter: shape, queryFor, pageFor }: ListOptions<F, R>,
) => {
  const { data: people } = useSuspenseQuery(query(lists.people, {}))
  const address = useListAddress(list, (given) => shape.safeParse(given).success)
  const [before, setBefore] = useState<R['id'][]>([])
  const filter = shape.parse(address.filter)
  const page = useQuery({
    ...queryFor({ ...filter, before: before.at(-1) }),
    placeholderData: keepPreviousData,
  })
  const selection = useSelection(page.data?.rows ?? [], async (last: R['id'] | undefined) =>
    // Newest first is the only order in which no row moves while the pages are asked for.
    pageFor({ ...filter, sort: 'newest', before: last }),
  )
  return {
    frame: { list, address, page, before, setBefore, selection },
    filter,
    people: people.map(({ id, name }) => ({ value: id as string, label: name })),
  }
}

/** Which rows are selected: single ones, a page, or every row of the list on whatever page. */
const useSelection = <Id extends string>(
  rows: readonly { id: Id }[],
  pageAfter: (last: Id | undefined) => Promise<Page<{ id: Id }>>,
) => {
  const [selected, setSelected] = useState<readonly string[]>([])
  const [everyRow, setEveryRow] = useState<EveryRow>({ state: 'not_asked' })
  // Counts the changes, so that a search for every row ends once something else is selected or the list is left.
  const changes = useRef(0)
  useEffect(
    () => () => {
      changes.current += 1
    },
    [],
  )
  const select = (ids: readonly string[]) => {
    changes.current += 1
    setSelected(ids)
    setEveryRow({ state: 'not_asked' })
  }
  const selectEveryRow = async () => {
    changes.current += 1
    const mine = changes.current
    const ids = new Set<Id>()
    setEveryRow({ state: 'looking', found: 0 })
    try {
      for (let last: Id | undefined; ; ) {
        const page = await pageAfter(last)
        if (changes.current !== mine) return
        const known = ids.size
        for (const { id } of page.rows) ids.add(id)
        last = page.rows.at(-1)?.id
        if (!page.hasMore || last === undefined) break
        if (ids.size === known) throw new Problem('conflict', 'The list has changed in the meantime.')
        setEveryRow({ state: 'looking', found: ids.size })
      }
      setSelected([...ids])
      setEveryRow({ state: 'selected' })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (changes.current === mine) setEveryRow({ state: 'failed', reason: error.message })
    }
  }
  return {
    selected,
    select,
    toggle: (id: string) =>
      select(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]),
    isPageSelected: rows.length > 0 && rows.every(({ id }) => selected.includes(id)),
    everyRow,
    selectEveryRow,
    stop: () => select(selected),
  }
}

/** How far the selection of every row has got. `found` counts the rows on the pages asked for so far. */
export type EveryRow =
  | { state: 'not_asked' | 'selected' }
  | { state: 'looking'; found: number }
  | { state: 'failed'; reason: string }

export type RowSelection = ReturnType<typeof useSelection>
