import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
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
