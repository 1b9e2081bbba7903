import { useSearchParams } from 'react-router'
import { columnNames, type ListName } from '#contract/firm/lists.ts'

type Filter = Record<string, string>

/** How a list is looked at: it stands in the address, so that it can be gone back to, linked to and saved. */
export const useListAddress = <L extends ListName>(list: L, isFilter: (filter: Filter) => boolean) => {
  const [address, setAddress] = useSearchParams()
  const { columns: named, ...given } = Object.fromEntries(address)
  const filter: Filter = isFilter(given) ? given : {}
  const all = Object.keys(columnNames[list]) as (keyof (typeof columnNames)[L] & string)[]
  const columns = named === undefined ? all : all.filter((column) => named.split(',').includes(column))
  const show = (next: { filter?: Filter; columns?: readonly string[] }) => {
    const shown = next.columns ?? columns
    const wanted = Object.entries(next.filter ?? filter).filter(([, value]) => value !== '')
    const isWhole = all.every((column) => shown.includes(column))
    setAddress(
      { ...Object.fromEntries(wanted), ...(!isWhole && { columns: shown.join(',') }) },
      { replace: true },
    )
  }
  return { filter, columns, all, show }
}
