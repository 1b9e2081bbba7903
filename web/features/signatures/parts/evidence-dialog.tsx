import { Download } from 'lucide-react'
import { urlOf } from '#contract/kit.ts'
import { isOpen, type SentRequest, signatures } from '#contract/signatures.ts'
import { ButtonAnchor } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useEvidence } from '../hooks.ts'
import { EventList } from './event-list.tsx'
import { Findings } from './findings.tsx'
import { SignatureTable } from './signature-table.tsx'

interface EvidenceDialogProps {
  id: SentRequest['id']
  /** Where the list has come to it already. */
  known: SentRequest | undefined
  close: () => void
}

/** What is known of one document that was sent: its signature, checked anew, and what happened to it. */
export const EvidenceDialog = ({ id, known, close }: EvidenceDialogProps) => (
  <Dialog
    open
    size="large"
    onOpenChange={(stays) => stays || close()}
    title={<bdi className="[overflow-wrap:anywhere]">{known?.name ?? 'A document that was sent'}</bdi>}
    description={known && `For ${known.clientName}`}
  >
    <AsyncBoundary
      skeleton={
        <SkeletonGroup words="Checking the signatures">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-40 w-full" />
        </SkeletonGroup>
      }
    >
      <Evidence id={id} isKnown={known !== undefined} />
    </AsyncBoundary>
  </Dialog>
)

const Evidence = ({ id, isKnown }: { id: SentRequest['id']; isKnown: boolean }) => {
  const { request, signatures: checked, events } = useEvidence(id)
  const isSigned = checked.length > 0
  return (
    <div className="grid gap-5">
      {!isKnown && <p className="wrap-anywhere">{`${request.name}, for ${request.clientName}`}</p>}
      {isSigned && <SignatureTable checked={checked} />}
      {isSigned && <Findings checked={checked} />}
      {isOpen(request) && <p className="text-ink-soft">Not signed yet. We’ll tell you when it is.</p>}
      <EventList events={events} defaultOpen={!isSigned} />
      {(isSigned || isOpen(request)) && (
        <div>
          <ButtonAnchor href={urlOf(signatures.copy, { id })} icon={<Download />}>
            {isSigned ? 'Download signed copy' : 'Download the document'}
          </ButtonAnchor>
        </div>
      )}
    </div>
  )
}
