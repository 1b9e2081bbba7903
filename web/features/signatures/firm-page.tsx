import { Send } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { signatures } from '#contract/signatures.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useSent } from './hooks.ts'
import { EvidenceDialog } from './parts/evidence-dialog.tsx'
import { SendDialog } from './parts/send-dialog.tsx'
import { SentTable } from './parts/sent-table.tsx'

const lead = 'Documents you’ve sent to clients for signature, and their status.'

/** The firm's side: sending, following and taking back. */
export const FirmSignaturesPage = () => (
  <AsyncBoundary page="E-Signatures" failure="Failed to fetch signatures" skeleton={<PageSkeleton />}>
    <SentDocuments />
  </AsyncBoundary>
)

/** Names the document whose evidence is open, so that a notification can lead to it. */
const documentParameter = 'document'

const SentDocuments = () => {
  const list = useSent()
  const sent = list.data
  const [isSending, setSending] = useState(false)
  const [address, setAddress] = useSearchParams()
  const show = (id: string | null) =>
    setAddress(id === null ? {} : { [documentParameter]: id }, { replace: true })
  const named = signatures.evidence.input.safeParse({ id: address.get(documentParameter) })
  const button = (
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
