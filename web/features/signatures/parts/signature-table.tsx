import { type CheckedSignature, shortNumber } from '#contract/signatures.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { positionText } from '../words.ts'

/** Who signed, when, where on the page, and whether that still holds. */
export const SignatureTable = ({ checked }: { checked: CheckedSignature[] }) => (
  <Card padded={false}>
    <Table
      caption="Signatures"
      rows={checked}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Date', cell: ({ createdAt }) => dateTimeText(createdAt) },
        { header: 'Signed By', cell: (row) => <Signer signature={row} /> },
        { header: 'Position', cell: () => positionText },
        { header: 'Status', cell: ({ status }) => <Status status={status} /> },
      ]}
    />
  </Card>
)

const Signer = ({ signature: { signedBy, signedAs, userId } }: { signature: CheckedSignature }) => (
  <span className="min-w-0">
    <bdi className="[overflow-wrap:anywhere]">{signedBy}</bdi>{' '}
    <span className="figures text-sm whitespace-nowrap text-ink-soft">{`User #${shortNumber(userId)}`}</span>
    {signedAs !== null && (
      <span className="block text-sm text-warn [overflow-wrap:anywhere]">
        signed as <bdi>{signedAs}</bdi>
      </span>
    )}
  </span>
)

const Status = ({ status }: Pick<CheckedSignature, 'status'>) => (
  <Badge tone={status === 'Verified' ? 'ok' : 'stop'}>{status}</Badge>
)
