import type { ReactNode } from 'react'
import { counted } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import type { Column } from '#web/ui/data/table.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import type { RowSelection } from '../../hooks.ts'

/** What a dialog about the selected rows needs. */
export interface BulkDialogInput {
  thing: string
  ids: readonly string[]
  /** Closes it. `left` are the rows that stay selected: those that were not sent. */
  close: (left: readonly string[]) => void
}

export interface BulkAction {
  label: string
  icon: ReactNode
  dialog: (input: BulkDialogInput) => ReactNode
}

interface SelectionColumnOptions<R> {
  nameOf: (row: R) => string
  selection: RowSelection
}

/** A column of checkboxes, by which rows are selected. */
export const selectionColumn = <R extends { id: string }>({
  nameOf,
  selection: { selected, toggle },
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
  selection: RowSelection
  actions: readonly BulkAction[]
  open: (action: BulkAction) => void
}

/** Says how many rows are selected, and offers what can be done with them. */
export const Selection = ({ rows, selection, actions, open }: SelectionProps) => {
  const { selected, select, isPageSelected } = selection
  return (
    <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
      <p role="status" className="figures text-sm text-ink-soft empty:-mr-2">
        {selected.length > 0 && `${selected.length.toLocaleString('en-GB')} selected`}
      </p>
      <Button onClick={() => select(isPageSelected ? [] : rows.map(({ id }) => id))}>
        {isPageSelected ? 'Select none' : 'Select this page'}
      </Button>
      <Menu
        trigger={
          <Button variant="primary" disabled={selected.length === 0}>
            Actions
          </Button>
        }
      >
        {actions.map((action) => (
          <MenuItem key={action.label} icon={action.icon} onSelect={() => open(action)}>
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

interface EveryRowProps {
  thing: string
  rows: readonly { id: string }[]
  isFiltered: boolean
  selection: RowSelection
}

/** For a page whose rows are all selected: offers to select those of every other page too. */
export const SelectEveryRow = ({ thing, rows, isFiltered, selection }: EveryRowProps) => {
  const { selected, select, everyRow, selectEveryRow, stop } = selection
  const all = isFiltered ? `all ${thing}s that match` : `all ${thing}s`
  const { words, label, press } = {
    not_asked: {
      words: `All ${counted(rows.length, thing)} on this page are selected.`,
      label: `Select ${all}`,
      press: selectEveryRow,
    },
    looking: { words: `Finding ${all}...`, label: 'Stop', press: stop },
    failed: {
      words: `Not all were found. ${everyRow.state === 'failed' ? everyRow.reason : ''}`,
      label: 'Try again',
      press: selectEveryRow,
    },
    selected: {
      words: `All ${counted(selected.length, thing)}${isFiltered ? ' that match' : ''} are selected.`,
      label: 'Select only this page',
      press: () => select(rows.map(({ id }) => id)),
    },
  }[everyRow.state]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-sunken px-4 py-2.5 text-[0.875rem]">
      <p role="status" className="min-w-0 wrap-anywhere">
        {words}
      </p>
      {everyRow.state === 'looking' && (
        <p className="figures text-ink-soft">{everyRow.found.toLocaleString('en-GB')} so far</p>
      )}
      <Button size="small" onClick={() => void press()}>
        {label}
      </Button>
    </div>
  )
}
