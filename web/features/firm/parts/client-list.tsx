import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { type ClientSummary, clientsAtOnce } from '#contract/firm/firm.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { counted } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Fault } from '#web/ui/feedback/error-boundary.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { useClients } from '../hooks.ts'

/** The clients one answers for, with how far each has come. */
export const ClientList = () => {
  const [typed, type] = useState('')
  const search = useDeferredValue(typed.trim())
  return (
    <section aria-labelledby="your-clients" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="your-clients" className="text-section">
          Your clients
        </h2>
        <div className="w-full sm:w-80">
          <TextField
            label="Search your clients"
            hideLabel
            type="search"
            placeholder="Search by name or email"
            before={<Search />}
            value={typed}
            maxLength={100}
            onChange={({ target }) => type(target.value)}
          />
        </div>
      </div>
      <ClientPages search={search} />
    </section>
  )
}

const ClientPages = ({ search }: { search: string }) => {
  // The last client of each page that was left behind: the way back. Another search begins with its first page.
  const [walked, walk] = useState<{ search: string; trail: string[] }>({ search, trail: [] })
  const trail = walked.search === search ? walked.trail : []
  const setTrail = (next: string[]) => walk({ search, trail: next })
  const { data, error, refetch } = useClients(search, trail.at(-1))
  if (error && !data) return <Fault error={error} retry={() => void refetch()} />
  if (!data) return <SkeletonCard rows={5} />
  const { clients, total } = data
  const first = trail.length * clientsAtOnce
  const last = clients.at(-1)
  if (clients.length === 0 && first === 0)
    return (
      <Card>
        {search ? (
          <Empty title="No clients found">None of your clients has a name or address like this.</Empty>
        ) : (
          <Empty title="No clients yet">
            Clients appear here once they register and are assigned to you.
          </Empty>
        )}
      </Card>
    )
  return (
    <>
      <Card padded={false}>
        <Table caption="Your clients" columns={columns} rows={clients} rowKey={({ id }) => id} />
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="figures text-sm text-ink-soft">
          {clients.length === total
            ? counted(total, 'client')
            : `${first + 1} to ${first + clients.length} of ${counted(total, 'client')}`}
        </p>
        <div className="flex gap-2">
          {trail.length > 0 && <Button onClick={() => setTrail(trail.slice(0, -1))}>Newer</Button>}
          {last && first + clients.length < total && (
            <Button onClick={() => setTrail([...trail, last.id])}>Older</Button>
          )}
        </div>
      </div>
    </>
  )
}

const columns: Column<ClientSummary>[] = [
  {
    header: 'Client',
    cell: (client) => (
      <span className="flex min-w-0 items-center gap-3 stacked:flex-row-reverse">
        <Avatar name={fullName(client)} />
        <span className="grid min-w-0 stacked:text-right">
          <Link
            to={clientPath(client.id)}
            className="font-semibold wrap-anywhere underline-offset-3 hover:underline"
          >
            {fullName(client)}
          </Link>
          <span className="text-sm wrap-anywhere text-ink-soft">{client.email}</span>
        </span>
      </span>
    ),
  },
  { header: 'Tasks', cell: (client) => <TasksDone client={client} /> },
  { header: 'Responsible', cell: ({ feeEarner }) => feeEarner ?? 'No one yet' },
  {
    header: 'Last seen',
    cell: ({ lastSeenAt }) => (
      <span className="whitespace-nowrap">{lastSeenAt ? <Ago at={lastSeenAt} /> : 'Never'}</span>
    ),
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
