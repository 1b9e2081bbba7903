import { FolderCheck, Plus, UserCog } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { bulk } from '#contract/firm/bulk.ts'
import { lists, MatterFilter, type MatterSummary, matterSorts } from '#contract/firm/lists.ts'
import { firmMatterPath } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { statusNames } from '#contract/matters/states.ts'
import { ClientName } from '#web/features/accounts/hooks.tsx'
import { StartDialog, StatusMark } from '#web/features/matters/dialog.tsx'
import { useMatterTypes, useOpenMatter } from '#web/features/matters/hooks.ts'
import { ask } from '#web/platform/ask.ts'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import type { Column } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { InviteClients } from './dialog.tsx'
import { useList, useVisits } from './hooks.ts'
import { AssignDialog, type PersonChoice } from './parts/bulk/assign-dialog.tsx'
import { BulkDialog } from './parts/bulk/bulk-dialog.tsx'
import type { BulkAction, BulkDialogInput } from './parts/bulk/selection.tsx'
import { JoinTeam } from './parts/join-team.tsx'
import { choicesOf, ListFrame } from './parts/list-frame.tsx'

/** The cases that a member of staff may see. */
export const CasesPage = () => {
  const mayDo = useMay()
  const [isStarting, setStarting] = useState(false)
  // Notifications link to this list with a case in the address.
  const details = useOpenMatter()
  const visits = useVisits()
  if (details.id) return <Navigate to={firmMatterPath(details.id)} replace />
  return (
    <Page
      title="Cases"
      lead="What clients have asked for, and who needs to act next in every open case."
      actions={
        <>
          {mayDo('clients.assign') && <JoinTeam />}
          {mayDo('clients.invite') && <InviteClients />}
          {mayDo('matters.run') && (
            <Button variant="primary" icon={<Plus />} onClick={() => setStarting(true)}>
              New case for a client
            </Button>
          )}
        </>
      }
    >
      <AsyncBoundary failure="Failed to fetch cases" skeleton={<SkeletonCard rows={6} />}>
        <Cases key={visits} />
      </AsyncBoundary>
      {isStarting && <StartDialog close={() => setStarting(false)} />}
    </Page>
  )
}

/** Capitalises a name that was written for the middle of a sentence. */
const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const filtersOf = (types: readonly { name: string }[], people: readonly PersonChoice[]) => [
  { name: 'status', label: 'Status', any: 'Any', choices: choicesOf(statusNames) },
  {
    name: 'type',
    label: 'Type',
    any: 'Any',
    choices: types.map(({ name }) => ({ value: name, label: name })),
  },
  { name: 'whose', label: 'Next to act', any: 'Anyone', choices: choicesOf(whose) },
  { name: 'feeEarner', label: 'Responsible', any: 'Anyone', choices: people },
  { name: 'sort', label: 'Order', any: '', choices: choicesOf(matterSorts) },
]

const whose = { firm: 'Us', client: 'The client', third_party: 'Someone else' }

const Cases = () => {
  const mayDo = useMay()
  const types = useMatterTypes()
  const { frame, filter, people } = useList<MatterFilter, MatterSummary>('matters', {
    filter: MatterFilter,
    queryFor: (input) => query(lists.matters, input),
    pageFor: (input) => ask(lists.matters, input),
  })
  const actions: BulkAction[] = mayDo('matters.run')
    ? [
        {
          label: 'Hand over',
          icon: <UserCog />,
          dialog: (input) => <HandOverDialog {...input} people={people} />,
        },
        { label: 'Close cases', icon: <FolderCheck />, dialog: (input) => <CloseDialog {...input} /> },
      ]
    : []
  const fields = filtersOf(types, people)
  return (
    <ListFrame
      {...frame}
      thing="case"
      fields={fields}
      columns={columns}
      nameOf={({ title, reference }) => `${title} (${reference})`}
      actions={actions}
      file={urlOf(lists.mattersFile, filter)}
      empty={
        <Empty title="No cases yet">
          Clients' requests appear here, and so do the cases that are opened for them.
        </Empty>
      }
    />
  )
}

const matterIds = (ids: readonly string[]) => ids.map((id) => MatterId.parse(id))

const CloseDialog = (input: BulkDialogInput) => (
  <BulkDialog
    {...input}
    title="Close cases"
    doneWord="closed"
    fields={<p>{closingWords}</p>}
    run={(ids, isPreview) => ask(bulk.closeMatters, { ids: matterIds(ids), isPreview })}
  />
)

const closingWords =
  'Each client is told that their case is closed. While it is, its open tasks are on hold: nothing can be sent or paid for them, and nobody is reminded of them. What another open case asks for too, and what is being paid already, stays due. Appointments stay booked. You can reopen a case at any time, and its tasks are due again.'

const HandOverDialog = (input: BulkDialogInput & { people: readonly PersonChoice[] }) => (
  <AssignDialog
    {...input}
    title="Hand over cases"
    doneWord="handed over"
    label="Who takes over?"
    hint="Each client is told who looks after their case now. Clients and appointments go along as they do when you hand over a single case."
    assign={(ids, feeEarnerId, isPreview) =>
      ask(bulk.assignMatters, { ids: matterIds(ids), isPreview, feeEarnerId })
    }
  />
)

const columns: (Column<MatterSummary> & { key: string })[] = [
  {
    key: 'name',
    header: 'Case',
    isTitle: true,
    cell: ({ id, title, reference, type, client, status }) => (
      <span className="grid min-w-52 gap-0.5 stacked:min-w-0">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={firmMatterPath(id)}
            data-row-link={id}
            aria-label={`${status === 'pending' ? 'Decide' : 'View'}: ${title}, ${client.name}`}
            className="font-semibold wrap-anywhere underline-offset-3 hover:underline"
          >
            {title}
          </Link>
          {status !== 'open' && <StatusMark status={status} />}
        </span>
        <span className="text-sm wrap-anywhere text-ink-soft">
          <ClientName client={client} /> · <span className="figures whitespace-nowrap">{reference}</span> ·{' '}
          {type}
        </span>
      </span>
    ),
  },
  { key: 'stage', header: 'Stage', cell: ({ stage }) => stage },
  {
    key: 'next',
    header: 'Next to act',
    cell: ({ move }) =>
      move && (
        <span className="grid min-w-56 gap-0.5 stacked:min-w-0 stacked:text-right">
          <span className={classes('wrap-anywhere', move.whose === 'firm' && 'font-semibold')}>
            {sentenceCase(
              move.whose === 'third_party' ? (move.thirdParty ?? whose.third_party) : whose[move.whose],
            )}
          </span>
          <span className="text-sm wrap-anywhere text-ink-soft">
            {move.nextStep} · <Ago at={move.since} />
          </span>
        </span>
      ),
  },
  { key: 'fee_earner', header: 'Responsible', cell: ({ feeEarner }) => feeEarner ?? 'No one yet' },
  {
    key: 'next_date',
    header: 'Next date',
    cell: ({ nextDate }) =>
      nextDate && (
        <span className="grid min-w-36 stacked:text-right">
          <span className="whitespace-nowrap">{dateText(nextDate.on)}</span>
          <span className="text-sm text-ink-soft">{nextDate.name}</span>
        </span>
      ),
  },
  {
    key: 'created',
    header: 'Created',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{dateText(createdAt)}</span>,
  },
]
