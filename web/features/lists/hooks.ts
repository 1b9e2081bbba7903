import { useSearchParams } from 'react-router'
import { columnNames, type ListName } from '#contract/firm/lists.ts'

type Filter = Record<string, string>

/** Columns hidden by default, because they would not fit on a laptop. */
const hiddenAtFirst: Record<ListName, readonly string[]> = { clients: [], matters: ['created'] }

/** Keeps a list's filters and columns in the address, so that they can be linked to, saved and restored by Back. */
export const useListAddress = <L extends ListName>(list: L, isFilter: (filter: Filter) => boolean) => {
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
