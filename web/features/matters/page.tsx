import { Plus, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { quoted } from '#contract/kit/text.ts'
import { type Matter, type MatterId, matters } from '#contract/matters/matters.ts'
import type { MatterStatus } from '#contract/matters/states.ts'
import { counted } from '#web/platform/clock.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { NotFoundNotice } from '#web/ui/data/deep-link-target.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { useCloseMatter, useClosing, useMatters, useOpenMatter } from './hooks.ts'
import { MatterCard } from './parts/matter-card.tsx'
import { DetailsDialog } from './parts/matter-details.tsx'
import { AcceptedInvitations, useAcceptedInvitations } from './parts/parties/accepted-invitations.tsx'
import { InviteDialog } from './parts/parties/invite-client.tsx'
import { RequestDialog } from './parts/request-dialog.tsx'

export const MattersPage = () => {
  const [isAsking, setAsking] = useState(false)
  const [tab, setTab] = useState<MatterTab | null>(null)
  const ask = () => setAsking(true)
  return (
    <Page
      title="Cases"
      lead="What we're doing for you, who's next to act, and what happens then."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={ask}>
          New Case
        </Button>
      }
    >
      <AsyncBoundary failure="Failed to fetch cases" skeleton={<ListSkeleton />}>
        <MatterList tab={tab} onTab={setTab} ask={ask} />
      </AsyncBoundary>
      <RequestDialog open={isAsking} close={() => setAsking(false)} done={() => setTab('pending')} />
    </Page>
  )
}

interface MatterListProps {
  /** Null before one was chosen. */
  tab: MatterTab | null
  onTab: (tab: MatterTab) => void
  ask: () => void
}

const MatterList = ({ tab: chosen, onTab, ask }: MatterListProps) => {
  const { data: all, ...list } = useMatters()
  const [firstTab] = useState(() => firstTabOf(all))
  const tab = chosen ?? firstTab
  const details = useOpenMatter()
  const target = useDeepLinkTarget('case', { things: all, from: matters.list })
  const isGone = target.isGone && !list.hasNextPage
  const [closing, setClosing] = useState<Matter | null>(null)
  const [inviting, setInviting] = useState<MatterId | null>(null)
  const accepted = useAcceptedInvitations()
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<MatterTab>('all')
  const found = findMatters(all, { search, status })
  const filterBy = (wanted: MatterTab) => {
    setStatus(wanted)
    // A filtered status is only in its own tab and in the last one.
    if (wanted !== 'all' && wanted !== tab) onTab('all')
  }
  const contentOf = (shown: Matter[]) =>
    shown.length === 0 ? (
      <NoMatters isSought={all.length > 0} isInvited={accepted.length > 0} ask={ask} />
    ) : (
      <MatterCards
        shown={shown}
        showDetails={details.show}
        askToClose={setClosing}
        invite={({ id }) => setInviting(id)}
      />
    )
  return (
    <>
      {isGone && <NotFoundNotice thing="case">Everything we do for you is listed here.</NotFoundNotice>}
      <AcceptedInvitations accepted={accepted} />
      <SearchBar search={search} onSearch={setSearch}>
        <SelectField
          label="Status"
          hideLabel
          choices={filters}
          value={status}
          onChange={(event) => filterBy(event.target.value as MatterTab)}
        />
      </SearchBar>
      <Tabs
        label="Cases"
        value={tab}
        onChange={onTab}
        tabs={tabs.map(({ value, label }) => {
          const shown = found.filter((matter) => isOf(matter.status, value))
          // Older cases belong to the tabs too.
          const count = list.hasNextPage ? {} : { count: shown.length }
          return { value, label, ...count, content: contentOf(shown) }
        })}
      />
      <ShowOlder list={list} things="cases" />
      <DetailsDialog id={isGone ? null : details.id} close={details.hide} />
      <InviteDialog id={inviting} close={() => setInviting(null)} />
      <CloseConfirm matter={closing} done={() => setClosing(null)} />
    </>
  )
}

interface MatterCardsProps {
  shown: readonly Matter[]
  showDetails: (id: MatterId) => void
  askToClose: (matter: Matter) => void
  invite: (matter: Matter) => void
}

const MatterCards = ({ shown, showDetails, askToClose, invite }: MatterCardsProps) => (
  <ul className="grid gap-4">
    {shown.map((matter) => (
      <li key={matter.id}>
        <MatterCard
          matter={matter}
          showDetails={() => showDetails(matter.id)}
          askToClose={() => askToClose(matter)}
          invite={() => invite(matter)}
        />
      </li>
    ))}
  </ul>
)

/** Open cases come first. A client whose cases are all closed would find an empty list there. */
const firstTabOf = (all: readonly Matter[]): MatterTab =>
  all.length === 0 || all.some(({ status }) => status === 'open') ? 'open' : 'all'

const tabs: { value: MatterTab; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'pending', label: 'Pending' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All Cases' },
]
const filters: { value: MatterTab; label: string }[] = [
  { value: 'all', label: 'All Statuses' },
  { value: 'open', label: 'Open' },
  { value: 'pending', label: 'Pending' },
  { value: 'closed', label: 'Closed' },
]

interface NoMattersProps {
  isSought: boolean
  /** They wait for the case that they were invited to, and would create it a second time. */
  isInvited: boolean
  ask: () => void
}

const NoMatters = ({ isSought, isInvited, ask }: NoMattersProps) => (
  <Card>
    <Empty
      title="No cases found"
      action={
        isSought || !isInvited ? (
          <Button icon={<Plus />} onClick={ask}>
            Create Case
          </Button>
        ) : undefined
      }
    >
      {isSought
        ? 'Try adjusting your search or filters'
        : isInvited
          ? 'You don’t have to create the case you were invited to'
          : 'Get started by creating your first case'}
    </Empty>
  </Card>
)

const ListSkeleton = () => (
  <SkeletonGroup words="Loading your cases">
    <SkeletonCard rows={2} />
    <SkeletonCard rows={2} />
  </SkeletonGroup>
)

interface CloseConfirmProps {
  matter: Matter | null
  done: () => void
}

const CloseConfirm = ({ matter, done }: CloseConfirmProps) => {
  const { close, isPending } = useCloseMatter()
  const closing = useClosing(matter?.id)
  return (
    <Confirm
      open={matter !== null}
      onOpenChange={done}
      title="Close this case?"
      description={
        <span className="wrap-anywhere">
          {matter?.title} ({matter?.reference}) will be closed, and your legal team will be told. If this is a
          mistake, an administrator can undo it.
          {closing.held.length > 0 && ` ${holdWords(closing.held)}`}
        </span>
      }
      confirmLabel="Close Case"
      busy={isPending || closing.isLoading}
      onConfirm={() => matter && close(matter.id, done)}
    />
  )
}

const holdWords = (held: readonly string[]) => {
  const [itIs, itWill] = held.length === 1 ? ['it’s', 'It’ll'] : ['they’re', 'They’ll']
  return `It still has ${counted(held.length, 'open task')} (${quoted(held)}). ${itWill} be on hold until your legal team reopens the case. If ${itIs} still needed, please talk to your legal team first.`
}

interface SearchBarProps {
  search: string
  onSearch: (search: string) => void
  children?: ReactNode
}

const SearchBar = ({ search, onSearch, children }: SearchBarProps) => (
  <div
    data-print="hide"
    className="grid gap-3 sm:grid-flow-col sm:grid-cols-[minmax(0,1fr)] sm:auto-cols-[14rem]"
  >
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

type MatterTab = 'all' | 'open' | 'pending' | 'closed'

const isOf = (status: MatterStatus, tab: MatterTab) => tab === 'all' || status === tab

/** Finds matters of a status whose title, reference, type or description contain all words of the search. */
const findMatters = (
  all: readonly Matter[],
  { search, status }: { search: string; status: MatterTab },
): Matter[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((matter) => {
    const { title, reference, type, description } = matter
    const text = [title, reference, type, description].join('\n').toLowerCase()
    return isOf(matter.status, status) && words.every((word) => text.includes(word))
  })
}
