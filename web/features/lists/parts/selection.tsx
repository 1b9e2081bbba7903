import type { ReactNode } from 'react'
import { mostAtOnce } from '#contract/firm/bulk.ts'
import { Button } from '#web/ui/actions/button.tsx'
import type { Column } from '#web/ui/data/table.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'

export interface BulkAction {
  label: string
  icon: ReactNode
  onSelect: (ids: string[]) => void
}

interface SelectionColumnOptions<R> {
  nameOf: (row: R) => string
  selected: readonly string[]
  toggle: (id: string) => void
}

/** A column of checkboxes, by which rows are selected. */
export const selectionColumn = <R extends { id: string }>({
  nameOf,
  selected,
  toggle,
}: SelectionColumnOptions<R>): Column<R> => ({
  header: 'Select',
  hideHeader: true,
  isBox: true,
  cell: (row) => (
    <input
      type="checkbox"
      aria-label={`Select ${nameOf(row)}`}
      data-row={row.id}
      checked={selected.includes(row.id)}
      onChange={() => toggle(row.id)}
      className="size-4.5 accent-brand touch:size-6"
    />
  ),
})

interface SelectionProps {
  rows: readonly { id: string }[]
  selected: readonly string[]
  select: (ids: readonly string[]) => void
  actions: readonly BulkAction[]
}

/** Says how many rows are selected, and offers what can be done with them. */
export const Selection = ({ rows, selected, select, actions }: SelectionProps) => {
  const areAllSelected = rows.every(({ id }) => selected.includes(id))
  return (
    <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
      <p role="status" className="figures text-sm text-ink-soft empty:-mr-2">
        {selected.length > 0 && `${selected.length} selected`}
      </p>
      <Button onClick={() => select(areAllSelected ? [] : rows.map(({ id }) => id))}>
        {areAllSelected ? 'Select none' : 'Select this page'}
      </Button>
      <Menu
        trigger={
          <Button variant="primary" disabled={selected.length === 0 || selected.length > mostAtOnce}>
            Actions
          </Button>
        }
      >
        {actions.map(({ label, icon, onSelect }) => (
          <MenuItem key={label} icon={icon} onSelect={() => onSelect([...selected])}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
