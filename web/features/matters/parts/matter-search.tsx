import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Matter } from '#contract/matters/matters.ts'
import type { MatterStatus } from '#contract/matters/states.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

interface SearchBarProps {
  search: string
  onSearch: (search: string) => void
  children?: ReactNode
}

export const SearchBar = ({ search, onSearch, children }: SearchBarProps) => (
  <div className="grid gap-3 sm:grid-flow-col sm:grid-cols-[minmax(0,1fr)] sm:auto-cols-[14rem]">
    <TextField
      type="search"
      label="Search cases"
      hideLabel
      placeholder="Search cases..."
      before={<Search />}
      value={search}
      onChange={(event) => onSearch(event.target.value)}
    />
    {children}
  </div>
)

export type StatusFilter = 'all' | 'open' | 'pending' | 'closed'
export type MatterTab = StatusFilter

interface Wanted {
  search: string
  status: StatusFilter
}

const isOf = (status: MatterStatus, wanted: StatusFilter) => wanted === 'all' || status === wanted

/** The matters in whose title, reference, type or description all words of the search stand. */
export const findMatters = <C extends Matter>(
  all: readonly C[],
  { search, status }: Wanted,
  textOf: (matter: C) => string = () => '',
): C[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((matter) => {
    const text = [matter.title, matter.reference, matter.type, matter.description, textOf(matter)]
      .join('\n')
      .toLowerCase()
    return isOf(matter.status, status) && words.every((word) => text.includes(word))
  })
}

export const inTab = <C extends Matter>(all: readonly C[], tab: MatterTab): C[] =>
  all.filter(({ status }) => isOf(status, tab))
