import { isOpen, type RequestState, type SentRequest } from '#contract/signatures.ts'
import { dateText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Table } from '#web/ui/data/table.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { CancelButton } from './cancel-button.tsx'

interface SentTableProps {
  sent: SentRequest[]
  show: (id: SentRequest['id']) => void
}

/** Every document that was sent, newest first. */
export const SentTable = ({ sent, show }: SentTableProps) => (
  <Table
    caption="Documents sent for signature"
    rows={sent}
    rowKey={({ id }) => id}
    columns={[
      {
        header: 'Document',
        cell: ({ name }) => <bdi className="font-semibold [overflow-wrap:anywhere]">{name}</bdi>,
      },
      {
        header: 'Client',
        cell: ({ clientName }) => <bdi className="[overflow-wrap:anywhere]">{clientName}</bdi>,
      },
      { header: 'Sent', cell: ({ createdAt }) => dateText(createdAt) },
      { header: 'Status', cell: ({ state }) => <State state={state} /> },
      {
        header: 'Actions',
        hideHeader: true,
        cell: (request) => (
          <span className="flex flex-wrap justify-end gap-2">
            <Button size="small" aria-label={`Details of ${request.name}`} onClick={() => show(request.id)}>
              Details
            </Button>
            {isOpen(request) && request.taskId === null && <CancelButton request={request} />}
          </span>
        ),
      },
    ]}
  />
)

const states: Record<RequestState, { words: string; tone: Tone }> = {
  open: { words: 'To be signed', tone: 'info' },
  signed: { words: 'Signed', tone: 'ok' },
  cancelled: { words: 'Withdrawn', tone: 'over' },
  replaced: { words: 'Replaced', tone: 'over' },
}

const State = ({ state }: { state: RequestState }) => (
  <Badge tone={states[state].tone}>{states[state].words}</Badge>
)
