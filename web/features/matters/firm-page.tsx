import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { firmMatterPath } from '#contract/kit/pages.ts'
import { type FirmMatter, firmMatterTypes, matters } from '#contract/matters/matters.ts'
import type { MatterStatus } from '#contract/matters/states.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Chips } from '#web/ui/fields/chips.tsx'
import { SearchSelect } from '#web/ui/fields/search-select.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers, useFirmMatters, useMatterClients, useOpenMatter, useWhole } from './hooks.ts'
import { FirmMatterCard } from './parts/matter-card.tsx'
import { findMatters, SearchBar } from './parts/matter-search.tsx'
import { StepFields } from './parts/next-action.tsx'
import { MatterFields } from './parts/request-dialog.tsx'

/** The matters of a person of the firm: what clients ask for first. */
export const FirmMattersPage = () => {
  const [isStarting, setStarting] = useState(false)
  // Notifications name a case in the address of the list.
  const details = useOpenMatter()
  return (
    <Page
      title="Cases"
      lead="What your clients have asked for, and who needs to act next in every open case."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setStarting(true)}>
          New case for a client
        </Button>
      }
    >
      <AsyncBoundary failure="Failed to fetch cases" skeleton={<ListSkeleton />}>
        <FirmMatterList />
      </AsyncBoundary>
      {details.id && <Navigate to={firmMatterPath(details.id)} replace />}
      {isStarting && <StartDialog close={() => setStarting(false)} />}
    </Page>
  )
}

type Filter = MatterStatus | 'all'
const filters: { value: Filter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Requested' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'rejected', label: 'Rejected' },
]

const FirmMatterList = () => {
  const list = useFirmMatters()
  const all: readonly FirmMatter[] = list.data
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const found = findMatters(all, { search, status: 'all' }, ({ client }) => client.name)
  const { isLooking } = useWhole(list, search.trim() !== '' || filter !== 'all')
  const of = (wanted: Filter) => found.filter(({ status }) => wanted === 'all' || status === wanted)
  const shown = of(filter)
  // Of a list that goes on, nobody knows yet how many there are.
  const countOf = (n: number) => (list.hasNextPage ? n > 0 && { count: `${n}+` } : { count: n })
  return (
    <>
      <SearchBar search={search} onSearch={setSearch} />
      <div className="min-w-0">
        <Chips
          label="Status"
          value={filter}
          onChange={setFilter}
          chips={filters.map((choice) => ({ ...choice, ...countOf(of(choice.value).length) }))}
        />
      </div>
      {shown.length === 0 ? (
        <Card>
          {isLooking ? (
            <Empty title="Searching older cases…">None of the newest cases match.</Empty>
          ) : (
            <Empty title="No cases found">
              {all.length === 0
                ? "Your clients' requests appear here, and so do the cases you open for them."
                : 'Try adjusting your search or filters'}
            </Empty>
          )}
        </Card>
      ) : (
        <ul className="grid gap-4">
          {shown.map((matter) => (
            <li key={matter.id}>
              <FirmMatterCard matter={matter} />
            </li>
          ))}
        </ul>
      )}
      <ShowOlder list={list} things="cases" />
    </>
  )
}

const ListSkeleton = () => (
  <SkeletonGroup words="Loading the cases">
    <SkeletonCard rows={2} />
    <SkeletonCard rows={2} />
    <SkeletonCard rows={2} />
  </SkeletonGroup>
)

/** Opens a matter that a client has not asked for. */
const StartDialog = ({ close }: { close: () => void }) => (
  <Dialog
    open
    onOpenChange={close}
    title="New case for a client"
    description="It opens straight away, and your client will be told."
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <StartForm close={close} />
    </AsyncBoundary>
  </Dialog>
)

const start = {
  title: '',
  type: '',
  priority: 'medium' as const,
  description: '',
  whose: 'firm' as const,
  thirdParty: '',
  nextStep: '',
}

const StartForm = ({ close }: { close: () => void }) => {
  const { things: clients, search } = useMatterClients()
  const cache = useQueryClient()
  const form = useCommandForm(matters.start, {
    start: { clientId: '', ...start },
    done: async ({ reference, client }) => {
      close()
      toast({ title: 'Case opened', description: `${reference} for ${client.name}`, variant: 'success' })
      await refresh(cache, firmMatterAnswers)
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <SearchSelect
        label="Client"
        search={search}
        searchLabel="Search clients"
        required
        placeholder={clients.length === 0 && !search ? "You don't have any clients yet" : 'Please choose'}
        choices={clients.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('clientId')}
      />
      <MatterFields field={form.field} types={firmMatterTypes} />
      <StepFields field={form.field} isThirdParty={form.watch('whose') === 'third_party'} />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Open case
        </Button>
      </DialogFooter>
    </form>
  )
}
