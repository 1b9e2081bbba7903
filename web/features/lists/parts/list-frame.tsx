import { Download, Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListName } from '#contract/firm/lists.ts'
import { useTimeout } from '#web/platform/timers.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import type { Column } from '#web/ui/data/table.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { RowSelection } from '../hooks.ts'
import { type BulkAction, SelectEveryRow, Selection, selectionColumn } from './bulk/selection.tsx'
import { ListRows, type ListRowsProps, Pager } from './list-rows.tsx'
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
  page: ListRowsProps<R>['page']
  before: readonly R['id'][]
  setBefore: (before: R['id'][]) => void
  selection: RowSelection
  columns: readonly (Column<R> & { key: string })[]
  nameOf: (row: R) => string
  actions: readonly BulkAction[]
  file: string
  /** Shown if the list is empty without any filter. */
  empty: ReactNode
}

/** A list of the firm: filters above, rows with checkboxes, and actions for the selected rows. */
export const ListFrame = <R extends { id: string }>(props: ListFrameProps<R>) => {
  const { list, thing, address, fields, page, before, setBefore, selection, columns, nameOf, actions, file } =
    props
  const { select, toggle, isPageSelected, everyRow } = selection
  const [open, setOpen] = useState<{ action: BulkAction; ids: readonly string[] } | null>(null)
  const { filter, show } = address
  const rows = page.data?.rows ?? []
  useRowKeys(toggle)

  const change = (name: string, value: string) => {
    setBefore([])
    select([])
    show({ filter: { ...filter, [name]: value } })
  }
  const [typed, type] = useTypedSearch(filter['search'] ?? '', (search) => change('search', search))
  const showView = (view: { filter: Filter; columns: readonly string[] }) => {
    setBefore([])
    select([])
    type(view.filter['search'] ?? '')
    show(view)
  }
  const shown = columns.filter(({ key }) => key === 'name' || address.columns.includes(key))
  const isOneOfSeveral = before.length > 0 || page.data?.hasMore === true
  const canSelect = actions.length > 0 && rows.length > 0
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== 'sort' && value !== '')
  return (
    <section aria-label={`List of ${thing}s`} className="grid gap-3">
      <Filters {...{ thing, fields, filter, typed, type, change }} />
      <div className="flex flex-wrap items-center gap-2" data-print="hide">
        <Tools {...{ list, address, file }} show={showView} />
        {canSelect && (
          <Selection
            {...{ rows, selection, actions }}
            open={(action) => setOpen({ action, ids: [...selection.selected] })}
          />
        )}
      </div>
      {canSelect && (everyRow.state !== 'not_asked' || (isPageSelected && isOneOfSeveral)) && (
        <SelectEveryRow {...{ thing, rows, isFiltered, selection }} />
      )}
      <ListRows
        {...{ thing, page, isFiltered }}
        columns={actions.length > 0 ? [selectionColumn({ nameOf, selection }), ...shown] : shown}
        empty={props.empty}
      />
      {isOneOfSeveral && <Pager {...{ thing, page, before, setBefore }} />}
      {open?.action.dialog({
        thing,
        ids: open.ids,
        close: (left) => {
          setOpen(null)
          if (left !== open.ids) select(left)
        },
      })}
    </section>
  )
}

/** The words typed so far. They are searched for once somebody stops typing. */
const useTypedSearch = (searched: string, search: (words: string) => void) => {
  const [typed, type] = useState(searched)
  const words = typed.trim()
  useTimeout(
    typingPause,
    () => {
      if (words !== searched) search(words)
    },
    words,
  )
  return [typed, type] as const
}

interface ToolsProps extends Pick<ListFrameProps<never>, 'list' | 'address' | 'file'> {
  show: (view: { filter: Filter; columns: readonly string[] }) => void
}

/** Saved views, columns and the file of a list. */
const Tools = ({ list, address: { filter, columns, show: change }, file, show }: ToolsProps) => (
  <>
    <ViewsMenu list={list} filter={filter} columns={columns} show={show} />
    <ColumnsMenu list={list} columns={columns} show={(next) => change({ columns: next })} />
    <ButtonAnchor href={file} download icon={<Download />}>
      Download CSV
    </ButtonAnchor>
    <RowKeysDialog />
  </>
)

interface FiltersProps {
  thing: string
  fields: readonly FilterField[]
  filter: Filter
  typed: string
  type: (text: string) => void
  change: (name: string, value: string) => void
}

/** What the list is searched for, and what it is narrowed down to. A phone shows the choices once they are asked for. */
const Filters = ({ thing, fields, filter, typed, type, change }: FiltersProps) => {
  const [isOpen, setOpen] = useState(false)
  const count = fields.filter(({ name, any }) => any !== '' && filter[name]).length
  return (
    <div
      data-print="hide"
      className="grid grid-cols-2 items-end gap-3 large-text:grid-cols-1 lg:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]"
    >
      <div className="flex flex-wrap items-end gap-2 max-lg:col-span-full">
        <div className="min-w-0 flex-[1_1_8rem]">
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
        <Button
          icon={<SlidersHorizontal />}
          aria-expanded={isOpen}
          className="md:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      </div>
      {fields.map(({ name, label, any, choices }) => (
        <div key={name} className={isOpen ? undefined : 'max-md:hidden'}>
          <SelectField
            label={label}
            name={name}
            value={filter[name] ?? ''}
            choices={any === '' ? choices : [{ value: '', label: any }, ...choices]}
            onChange={({ target }) => change(name, target.value)}
          />
        </div>
      ))}
    </div>
  )
}

/** Converts a record of names to choices. */
export const choicesOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
