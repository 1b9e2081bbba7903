import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { askableIn, matterTabs, type ReachedPerson } from '#contract/firm/matter-tabs.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import type { Action } from '#contract/kit/rights.ts'
import { type FirmMatterFile, MatterId } from '#contract/matters/matters.ts'
import { ClientName } from '#web/features/accounts/hooks.tsx'
import { RequestForMatter } from '#web/features/document-requests/dialog.tsx'
import { InviteAgain } from '#web/features/lists/dialog.tsx'
import {
  InternalNotes,
  MatterHeader,
  MatterOverview,
  MatterPeople,
  StatusMark,
} from '#web/features/matters/dialog.tsx'
import { personIn, ReadingNote, useFirmMatterFile } from '#web/features/matters/hooks.ts'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { ClosedRolesHere, useMay } from '#web/platform/session.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { MatterActivityList, MatterConversations } from './parts/matter-activity.tsx'
import { MatterMoney } from './parts/matter-money.tsx'
import { MatterDocuments, MatterTasks, useMayAsk } from './parts/matter-rows.tsx'

export const FirmMatterPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary
      key={id}
      page="Case"
      list={{ page: pages.firmMatters, words: 'All cases' }}
      skeleton={<MatterSkeleton />}
    >
      <FirmMatter id={MatterId.parse(id)} />
    </AsyncBoundary>
  )
}

interface MatterTab {
  value: string
  label: string
  /** The tab is hidden without this permission. */
  action: Action
  content: (file: FirmMatterFile) => ReactNode
  /** The number of its rows, if known. */
  count?: (known: { file: FirmMatterFile; counts: Counts | undefined }) => number | null | undefined
}
type Counts = Output<typeof matterTabs.summary>['counts']

const allTabs: readonly MatterTab[] = [
  {
    value: 'overview',
    label: 'Overview',
    action: 'matters.read',
    content: (file) => <MatterOverview file={file} />,
  },
  {
    value: 'people',
    label: 'People',
    action: 'matters.read',
    content: (file) => <MatterPeople file={file} />,
    count: ({ file }) => file.parties.length + 1,
  },
  {
    value: 'tasks',
    label: 'Tasks',
    action: 'matters.read',
    content: (file) => <MatterTasks file={file} />,
    count: ({ counts }) => counts?.tasks,
  },
  {
    value: 'documents',
    label: 'Documents',
    action: 'documents.read',
    content: (file) => <MatterDocuments file={file} />,
    count: ({ counts }) => counts?.documents,
  },
  {
    value: 'money',
    label: 'Money',
    action: 'payments.read',
    content: (file) => <MatterMoney file={file} />,
  },
  {
    value: 'messages',
    label: 'Messages',
    action: 'messages.read',
    content: (file) => <MatterConversations file={file} />,
  },
  {
    value: 'notes',
    label: 'Notes',
    action: 'matters.read',
    content: (file) => <InternalNotes file={file} />,
    count: ({ file }) => file.notes.length,
  },
  {
    value: 'activity',
    label: 'Activity',
    action: 'matters.read',
    content: (file) => <MatterActivityList file={file} />,
  },
]

const useSummary = (id: MatterId) => useQuery(query(matterTabs.summary, { id })).data

/** Everything the firm has about one matter: the next step above, the rest in tabs with addresses of their own. */
const FirmMatter = ({ id }: { id: MatterId }) => {
  const file = useFirmMatterFile(id)
  return (
    <ClosedRolesHere value={file.closedRoles}>
      <OpenMatter file={file} />
    </ClosedRolesHere>
  )
}

const OpenMatter = ({ file }: { file: FirmMatterFile }) => {
  const { id } = file
  const summary = useSummary(id)
  const mayDo = useMay()
  const [address, setAddress] = useSearchParams()
  const offered = allTabs.filter(({ action }) => mayDo(action))
  const open = offered.find(({ value }) => value === address.get('tab')) ?? offered[0]
  const { client, reference, createdAt, closedAt } = file
  const mayAsk = useMayAsk(file)
  const askable = summary ? askableIn(summary) : []
  return (
    <Page
      title={file.title}
      lead={
        <>
          <TextLink to={pages.firmMatters}>Cases</TextLink> · <ClientName client={personIn(file, client)} /> ·{' '}
          {reference} · Created {dateText(createdAt)}
          {closedAt && ` · Closed ${dateText(closedAt)}`}
        </>
      }
      actions={
        <>
          <StatusMark status={file.status} />
          {mayAsk && askable.length > 0 && <RequestForMatter id={id} people={askable} />}
        </>
      }
    >
      <ReadingNote words="You can read this case, but you don't work on it." />
      <MatterHeader
        file={file}
        documents={summary?.counts.documents}
        reach={({ id: clientId, email }) => (
          <Reached
            email={email}
            person={summary?.people.find((person) => person.id === clientId)}
            isOver={file.status === 'closed'}
          />
        )}
      />
      <Tabs
        label="Case"
        value={open?.value ?? ''}
        onChange={(tab) => setAddress(tab === offered[0]?.value ? {} : { tab })}
        tabs={offered.map(({ value, label, content, count }) => {
          const rows = count?.({ file, counts: summary?.counts })
          return { value, label, content: content(file), ...(typeof rows === 'number' && { count: rows }) }
        })}
      />
    </Page>
  )
}

interface ReachedProps {
  /** As the case has it, until the person is known. */
  email: string
  person: ReachedPerson | undefined
  isOver: boolean
}

/** How a client is reached, and whether they have taken up their invitation. */
const Reached = ({ email, person, isOver }: ReachedProps) => {
  const mayInvite = useMay()('clients.invite')
  const address = person?.email ?? email
  const isAbsent = person && !person.canSignIn
  return (
    <span className="text-sm font-normal">
      {address && <Line>{address}</Line>}
      {isAbsent && (
        <Line>
          <span className="text-warn">{invitedText(person)}</span>
        </Line>
      )}
      {isAbsent && !isOver && mayInvite && (
        <>
          {' '}
          <InviteAgain client={person} isQuiet />
        </>
      )}
    </span>
  )
}

/** A line of its own on a phone, elsewhere after a dot. */
const Line = ({ children }: { children: ReactNode }) => (
  <span className="max-sm:block">
    <span className="text-ink-soft max-sm:hidden"> · </span>
    {children}
  </span>
)

const invitedText = ({ invitedAt }: ReachedPerson) =>
  invitedAt ? `Invited on ${dateText(invitedAt)}, not signed in yet` : 'Not invited yet'

const MatterSkeleton = () => (
  <SkeletonGroup words="Loading the case">
    <SkeletonCard rows={2} />
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <SkeletonCard rows={6} />
      <SkeletonCard rows={4} />
    </div>
  </SkeletonGroup>
)
