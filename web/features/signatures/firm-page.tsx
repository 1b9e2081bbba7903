import { Send } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type RequestState, type SentRequest, signatures } from '#contract/signatures/signatures.ts'
import { dateText, timeText } from '#web/platform/clock.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { Tone } from '#web/ui/tone.ts'
import { useCancelRequest, useSent } from './hooks.ts'
import { EvidenceDialog } from './parts/evidence.tsx'
import { SendDialog } from './parts/send-dialog.tsx'

const lead = 'Documents sent to clients for signature, and their status.'

/** The firm's page: sends documents for signature, follows them and withdraws them. */
export const FirmSignaturesPage = () => (
  <AsyncBoundary page="E-Signatures" failure="Failed to fetch signatures" skeleton={<PageSkeleton />}>
    <SentDocuments />
  </AsyncBoundary>
)

/** Query parameter with the document whose evidence is open, so that a notification can link to it. */
const documentParameter = 'document'

const SentDocuments = () => {
  const list = useSent()
  const sent = list.data
  const [isSending, setSending] = useState(false)
  const [address, setAddress] = useSearchParams()
  const show = (id: string | null) =>
    setAddress(id === null ? {} : { [documentParameter]: id }, { replace: true })
  const named = signatures.evidence.input.safeParse({ id: address.get(documentParameter) })
  const maySend = useMay()('signatures.send')
  const button = maySend && (
    <Button variant="primary" icon={<Send />} onClick={() => setSending(true)}>
      Send for signature
    </Button>
  )
  return (
    <Page title="E-Signatures" lead={lead} actions={sent.length > 0 && button}>
      <Card padded={false}>
        {sent.length === 0 ? (
          <Empty title="Nothing sent yet" action={button}>
            Send a PDF to one of your clients. They can read and sign it in the portal, and we’ll tell you
            when they have.
          </Empty>
        ) : (
          <SentTable sent={sent} show={show} />
        )}
      </Card>
      <ShowOlder list={list} things="documents" />
      {isSending && <SendDialog close={() => setSending(false)} />}
      {named.success && (
        <EvidenceDialog
          key={named.data.id}
          id={named.data.id}
          known={sent.find(({ id }) => id === named.data.id)}
          close={() => show(null)}
        />
      )}
    </Page>
  )
}

const PageSkeleton = () => (
  <Page title="E-Signatures" lead={lead}>
    <SkeletonGroup words="Loading sent documents">
      <SkeletonCard rows={4} />
    </SkeletonGroup>
  </Page>
)

interface SentTableProps {
  sent: SentRequest[]
  show: (id: SentRequest['id']) => void
}

/** Lists the documents that were sent, newest first. */
const SentTable = ({ sent, show }: SentTableProps) => (
  <Table
    caption="Documents sent for signature"
    rows={sent}
    rowKey={({ id }) => id}
    columns={[
      {
        header: 'Document',
        cell: ({ name, step }) => (
          <span className="grid gap-0.5 [overflow-wrap:anywhere]">
            <bdi className="font-semibold">{name}</bdi>
            {step && <span className="text-sm text-ink-soft">For: {step}</span>}
          </span>
        ),
      },
      {
        header: 'Client',
        cell: ({ clientName }) => <bdi className="[overflow-wrap:anywhere]">{clientName}</bdi>,
      },
      { header: 'Sent', cell: ({ createdAt }) => dateText(createdAt) },
      { header: 'Status', cell: (request) => <State request={request} /> },
      {
        header: 'Actions',
        hideHeader: true,
        cell: (request) => (
          <span className="flex flex-wrap justify-end gap-2">
            <Button size="small" aria-label={`Details of ${request.name}`} onClick={() => show(request.id)}>
              Details
            </Button>
            {request.canWithdraw && <CancelButton request={request} />}
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

const State = ({ request: { state, isDeed, awaitsWitness, declinedWitness } }: { request: SentRequest }) => (
  <span className="grid gap-1">
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={states[state].tone}>
        {awaitsWitness ? 'Waiting for the witness' : states[state].words}
      </Badge>
      {isDeed && <Badge tone="neutral">Deed</Badge>}
    </span>
    {awaitsWitness && (
      <span className="text-sm wrap-anywhere text-ink-soft">
        <bdi>{awaitsWitness.name}</bdi>, until {timeText(awaitsWitness.until)}
      </span>
    )}
    {declinedWitness && (
      <span className="text-sm wrap-anywhere text-ink-soft">
        {declinedWitness.name === null ? 'The person invited' : <bdi>{declinedWitness.name}</bdi>} can’t be
        the witness
      </span>
    )}
  </span>
)

/** Withdraws a document that nobody has signed yet. */
const CancelButton = ({ request: { id, name, clientName } }: { request: SentRequest }) => {
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useCancelRequest()
  const cancel = () =>
    mutate(
      { id },
      {
        onSuccess: () =>
          toast({ title: 'Withdrawn', description: `We’ve told ${clientName}.`, variant: 'success' }),
        onError: ({ message }) =>
          toast({ title: 'It wasn’t withdrawn', description: message, variant: 'destructive' }),
        onSettled: () => setOpen(false),
      },
    )
  const mayDo = useMay()
  if (!mayDo('signatures.send')) return null
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" variant="ghost" aria-label={`Withdraw ${name}`}>
          Withdraw
        </Button>
      }
      title="Withdraw this document?"
      description={`${clientName} will no longer be able to sign ${name}, and we’ll tell them. You can send it again.`}
      confirmLabel="Withdraw"
      cancelLabel="Keep it"
      destructive
      busy={isPending}
      onConfirm={cancel}
    />
  )
}
