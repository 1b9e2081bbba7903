import { Bell, FilePlus, UserCog } from 'lucide-react'
import { Link } from 'react-router'
import type { ClientSummary } from '#contract/firm/firm.ts'
import { ClientFilter, clientSorts, clientStandings, lists } from '#contract/firm/lists.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { reachOf, rolesFor, type StaffRole } from '#contract/kit/rights.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { ask } from '#web/platform/ask.ts'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import type { Column } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { InviteClients } from './dialog.tsx'
import { useList, useVisits } from './hooks.ts'
import type { PersonChoice } from './parts/bulk/assign-dialog.tsx'
import { ReassignDialog, RemindDialog, RequestDialog } from './parts/bulk/client-dialogs.tsx'
import type { BulkAction, BulkDialogInput } from './parts/bulk/selection.tsx'
import { JoinTeam } from './parts/join-team.tsx'
import { choicesOf, ListFrame } from './parts/list-frame.tsx'

/** The clients that the user may see, and how far each has got. */
export const ClientsPage = () => {
  const mayDo = useMay()
  const { roles } = useUser()
  const visits = useVisits()
  return (
    <Page
      title="Clients"
      lead={`${whoseClients(roles)}, and how far each of them has come.`}
      actions={
        <>
          {mayDo('clients.assign') && <JoinTeam />}
          {mayDo('clients.invite') && <InviteClients isMain />}
        </>
      }
    >
      <AsyncBoundary skeleton={<SkeletonCard rows={6} />}>
        <Clients key={visits} />
      </AsyncBoundary>
    </Page>
  )
}

const reachOfList = (roles: readonly StaffRole[]) => reachOf({ roles: rolesFor(roles, 'clients.read') })

const whoseClients = (roles: readonly StaffRole[]) => {
  const { isAll, isUnassigned, isOwn } = reachOfList(roles)
  if (isAll || !isOwn) return 'Everyone whose file you can read'
  return isUnassigned
    ? 'Clients assigned to you, and those nobody looks after yet'
    : 'Everyone you look after'
}

const filtersOf = (people: readonly PersonChoice[]) => [
  { name: 'standing', label: 'Progress', any: 'Any', choices: choicesOf(clientStandings) },
  {
    name: 'feeEarner',
    label: 'Responsible',
    any: 'Anyone',
    choices: [
      { value: 'mine', label: 'Me, or who I cover for' },
      ...people,
      { value: 'nobody', label: 'No one yet' },
    ],
  },
  { name: 'sort', label: 'Order', any: '', choices: choicesOf(clientSorts) },
]

const Clients = () => {
  const mayDo = useMay()
  const { roles } = useUser()
  const { frame, filter, people } = useList<ClientFilter, ClientSummary>('clients', {
    filter: ClientFilter,
    queryFor: (input) => query(lists.clients, input),
    pageFor: (input) => ask(lists.clients, input),
  })
  const actions: BulkAction[] = [
    ...(mayDo('documents.request')
      ? [
          {
            label: 'Send a reminder',
            icon: <Bell />,
            dialog: (input: BulkDialogInput) => <RemindDialog {...input} />,
          },
          {
            label: 'Ask for a document',
            icon: <FilePlus />,
            dialog: (input: BulkDialogInput) => <RequestDialog {...input} />,
          },
        ]
      : []),
    ...(mayDo('clients.assign')
      ? [
          {
            label: 'Change who is responsible',
            icon: <UserCog />,
            dialog: (input: BulkDialogInput) => <ReassignDialog {...input} people={people} />,
          },
        ]
      : []),
  ]
  const fields = filtersOf(people)
  return (
    <ListFrame
      {...frame}
      thing="client"
      fields={fields}
      columns={columns}
      nameOf={fullName}
      actions={actions}
      file={urlOf(lists.clientsFile, filter)}
      empty={
        <Empty title="No clients yet">
          {reachOfList(roles).isUnassigned
            ? 'Clients appear here once you invite them, once they’re assigned to you, or once they register and nobody looks after them yet.'
            : 'Clients appear here once you invite them, or once they register and are assigned to you.'}
        </Empty>
      }
    />
  )
}

const columns: (Column<ClientSummary> & { key: string })[] = [
  {
    key: 'name',
    header: 'Client',
    isTitle: true,
    cell: (client) => (
      <span className="flex min-w-64 items-center gap-3 stacked:min-w-0">
        <Avatar name={fullName(client)} />
        <span className="grid min-w-0 justify-items-start">
          <Link
            to={clientPath(client.id)}
            data-row-link={client.id}
            className="font-semibold wrap-anywhere underline-offset-3 hover:underline"
          >
            {fullName(client)}
          </Link>
          {client.isGuest && <Badge tone="over">Guest</Badge>}
          <span className="text-sm wrap-anywhere text-ink-soft">{client.email}</span>
        </span>
      </span>
    ),
  },
  { key: 'tasks', header: 'Tasks', cell: (client) => <TasksDone client={client} /> },
  { key: 'fee_earner', header: 'Responsible', cell: ({ feeEarner }) => feeEarner ?? 'No one yet' },
  {
    key: 'last_seen',
    header: 'Last seen',
    cell: ({ lastSeenAt }) => (
      <span className="whitespace-nowrap">{lastSeenAt ? <Ago at={lastSeenAt} /> : 'Never'}</span>
    ),
  },
  {
    key: 'joined',
    header: 'Joined',
    cell: ({ joinedAt }) => <span className="whitespace-nowrap">{dateText(joinedAt)}</span>,
  },
]

const TasksDone = ({ client }: { client: ClientSummary }) => {
  const { completed, total } = client.tasks
  const words = `${completed} of ${total}`
  const percent = total === 0 ? 0 : (completed / total) * 100
  return (
    <span className="grid w-32 gap-1.5">
      <span className="figures text-sm stacked:text-right">{words}</span>
      <Progress
        size="thin"
        value={percent}
        tone={percent === 100 ? 'ok' : 'brand'}
        label={`Tasks of ${fullName(client)}`}
        valueText={`${words} done`}
      />
    </span>
  )
}
