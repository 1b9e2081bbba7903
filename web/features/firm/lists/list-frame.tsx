import { Download, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { mostAtOnce } from '#contract/firm/bulk.ts'
import type { ListName } from '#contract/firm/lists.ts'
import { counted } from '#web/platform/clock.ts'
import { useTimeout } from '#web/platform/timers.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Fault } from '#web/ui/feedback/error-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { RowKeysDialog, useRowKeys } from './row-keys.tsx'
import { ColumnsMenu, ViewsMenu } from './views-menu.tsx'

type Filter = Record<string, string>

/** Milliseconds without typing after which the list is searched. */
const typingPause = 250

/** One filter with its choices. If nothing is chosen it filters nothing. */
export interface FilterField {
  name: string
  label: string
  /** Its label while it filters nothing. */
  any: string
  choices: readonly { value: string; label: string }[]
}

export interface BulkAction {
  label: string
  icon: ReactNode
  onSelect: (ids: string[]) => void
}

interface ListFrameProps<R extends { id: string }> {
  list: ListName
  /** The name of a row: "client", "case". */
  thing: string
  address: {
    filter: Filter
    columns: readonly string[]
    show: (next: { filter?: Filter; columns?: readonly string[] }) => void
  }
  fields: readonly FilterField[]
  page: {
    data: { rows: R[]; hasMore: boolean } | undefined
    error: Error | null
    refetch: () => unknown
  }
  before: readonly string[]
  setBefore: (before: string[]) => void
  columns: readonly (Column<R> & { key: string })[]
  nameOf: (row: R) => string
  actions: readonly BulkAction[]
  file: string
  /** Shown if the list is empty without any filter. */
  empty: ReactNode
}

/** A list of the firm: filters above, rows with checkboxes, and actions for the selected rows. */
export const ListFrame = <R extends { id: string }>(props: ListFrameProps<R>) => {
  const { list, thing, address, fields, page, before, setBefore, columns, nameOf, actions, file } = props
  const [selected, select] = useState<readonly string[]>([])
  const [typed, type] = useState(address.filter['search'] ?? '')
  const { filter, show } = address
  const rows = page.data?.rows ?? []
  const toggle = (id: string) =>
    select(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id])
  useRowKeys(toggle)

  const change = (name: string, value: string) => {
    setBefore([])
    select([])
    show({ filter: { ...filter, [name]: value } })
  }
  const search = typed.trim()
  useTimeout(
    typingPause,
    () => {
      if (search !== (filter['search'] ?? '')) change('search', search)
    },
    search,
  )
  const boxes: Column<R> = {
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
  }
  const shown = columns.filter(({ key }) => key === 'name' || address.columns.includes(key))
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== 'sort' && value !== '')
  return (
    <section aria-label={`List of ${thing}s`} className="grid gap-3">
      <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        <div className="max-md:col-span-2">
          <TextField
            label="Search"
            type="search"
            placeholder={`Search ${thing}s...`}
            before={<Search />}
            value={typed}
            maxLength={100}
            aria-keyshortcuts="/"
            onChange={({ target }) => type(target.value)}
          />
        </div>
        {fields.map(({ name, label, any, choices }) => (
          <SelectField
            key={name}
            label={label}
            name={name}
            value={filter[name] ?? ''}
            choices={any === '' ? choices : [{ value: '', label: any }, ...choices]}
            onChange={({ target }) => change(name, target.value)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2" data-print="hide">
        <ViewsMenu
          list={list}
          filter={filter}
          columns={address.columns}
          show={(view) => {
            setBefore([])
            select([])
            type(view.filter['search'] ?? '')
            show(view)
          }}
        />
        <ColumnsMenu list={list} columns={address.columns} show={(next) => show({ columns: next })} />
        <ButtonAnchor href={file} download icon={<Download />}>
          Download CSV
        </ButtonAnchor>
        <RowKeysDialog />
        {actions.length > 0 && rows.length > 0 && <Selection {...{ rows, selected, select, actions }} />}
      </div>
      {page.error && !page.data ? (
        <Fault error={page.error} retry={() => void page.refetch()} />
      ) : !page.data ? (
        <SkeletonCard rows={6} />
      ) : rows.length === 0 ? (
        <Card>
          {isFiltered ? (
            <Empty title={`No ${thing}s found`}>Try adjusting your search or filters.</Empty>
          ) : (
            props.empty
          )}
        </Card>
      ) : (
        <Card padded={false}>
          <Table
            caption={`Your ${thing}s`}
            columns={actions.length > 0 ? [boxes, ...shown] : shown}
            rows={rows}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
      {(before.length > 0 || page.data?.hasMore) && (
        <Pager {...{ thing, rows, before, setBefore }} hasMore={page.data?.hasMore ?? false} />
      )}
    </section>
  )
}

interface SelectionProps {
  rows: readonly { id: string }[]
  selected: readonly string[]
  select: (ids: readonly string[]) => void
  actions: readonly BulkAction[]
}

/** Says how many rows are selected, and offers what can be done with them. */
const Selection = ({ rows, selected, select, actions }: SelectionProps) => {
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

interface PagerProps extends Pick<ListFrameProps<{ id: string }>, 'thing' | 'before' | 'setBefore'> {
  rows: readonly { id: string }[]
  hasMore: boolean
}

/** Says which page of the list this is, and leads to the others. */
const Pager = ({ thing, rows, before, setBefore, hasMore }: PagerProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p role="status" className="figures text-sm text-ink-soft">
      Page {before.length + 1}, {counted(rows.length, thing)}
    </p>
    <div className="flex gap-2">
      {before.length > 0 && <Button onClick={() => setBefore(before.slice(0, -1))}>Previous</Button>}
      {hasMore && <Button onClick={() => setBefore([...before, rows.at(-1)?.id ?? ''])}>Next</Button>}
    </div>
  </div>
)

/** Converts a record of names to choices. */
export const choicesOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
