import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Bookmark, Check, Columns3, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { columnNames, type ListName, lists, type SavedView } from '#contract/firm/lists.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

interface ViewContent {
  filter: Record<string, string>
  columns: readonly string[]
}

interface ViewsProps extends ViewContent {
  list: ListName
  show: (view: ViewContent) => void
}

/** Saved views of a list: the user's own, and those that colleagues share. */
export const ViewsMenu = ({ list, filter, columns, show }: ViewsProps) => {
  const { data: views } = useSuspenseQuery(query(lists.views, { list }))
  const cache = useQueryClient()
  const mayDo = useMay()
  const [isSaving, setSaving] = useState(false)
  const remove = useCommand(lists.removeView, { refreshes: [lists.views] })
  const own = views.filter(({ isMine }) => isMine)
  const removable = views.filter(({ isMine, isOfLeaver }) => isMine || (isOfLeaver && mayDo('views.save')))
  // Another tab, or a colleague who shares theirs, may have changed them.
  const readAgain = () => void refresh(cache, [lists.views])
  const onError = ({ message }: Problem) => {
    toast({ title: 'View not deleted', description: message, variant: 'error' })
    readAgain()
  }
  return (
    <>
      <Menu onOpen={readAgain} trigger={<Button icon={<Bookmark />}>Views</Button>}>
        {views.length === 0 && <p className="px-2.5 py-1.5 text-sm text-ink-soft">No saved views yet</p>}
        {views.map((view) => (
          <MenuItem key={view.id} icon={<Bookmark />} onSelect={() => show(view)}>
            {nameOf(view)}
          </MenuItem>
        ))}
        {mayDo('views.save') && (
          <MenuItem icon={<Plus />} onSelect={() => setSaving(true)}>
            Save this view
          </MenuItem>
        )}
        {removable.map(({ id, name }) => (
          <MenuItem
            key={id}
            icon={<Trash2 />}
            destructive
            onSelect={() => remove.mutate({ id }, { onError })}
          >
            Delete “{name}”
          </MenuItem>
        ))}
      </Menu>
      {isSaving && (
        <Dialog open onOpenChange={() => setSaving(false)} size="small" title="Save this view">
          <SaveForm
            list={list}
            filter={filter}
            columns={columns}
            taken={own.map(({ name }) => name)}
            close={() => setSaving(false)}
          />
        </Dialog>
      )}
    </>
  )
}

const nameOf = ({ name, isShared, isMine, isOfLeaver }: SavedView) => {
  if (isMine) return isShared ? `${name} (shared by you)` : name
  return isOfLeaver ? `${name} (shared by someone who has left)` : `${name} (shared)`
}

interface SaveProps extends ViewContent {
  list: ListName
  /** The names of the user's own views. */
  taken: readonly string[]
  close: () => void
}

const SaveForm = ({ list, filter, columns, taken, close }: SaveProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(lists.saveView, {
    start: { list, name: '', isShared: false, filter, columns: [...columns] },
    done: async ({ name }) => {
      await refresh(cache, [lists.views])
      toast({ title: 'View saved', description: name, variant: 'success' })
      close()
    },
  })
  const isReplacing = taken.includes(form.watch('name').trim())
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Name"
        hint={isReplacing ? 'This replaces your view of that name' : 'For example, Waiting for documents'}
        maxLength={60}
        {...form.field('name')}
      />
      <Checkbox label="Share it with everyone at the firm" {...form.field('isShared')} />
      <AskingFormFooter form={form} cancel={close}>
        {isReplacing ? 'Replace view' : 'Save view'}
      </AskingFormFooter>
    </form>
  )
}

interface ColumnsProps {
  list: ListName
  columns: readonly string[]
  show: (columns: string[]) => void
}

/** Chooses the columns to show. The first one is always shown. */
export const ColumnsMenu = ({ list, columns, show }: ColumnsProps) => (
  <Menu trigger={<Button icon={<Columns3 />}>Columns</Button>} title="Show these columns">
    {Object.entries<string>(columnNames[list]).map(([column, name]) => {
      const isShown = columns.includes(column)
      return (
        <MenuItem
          key={column}
          icon={<Check className={isShown ? undefined : 'invisible'} />}
          onSelect={() => show(isShown ? columns.filter((other) => other !== column) : [...columns, column])}
        >
          {name}
          <span className="sr-only">{isShown ? ', shown' : ', hidden'}</span>
        </MenuItem>
      )
    })}
  </Menu>
)
