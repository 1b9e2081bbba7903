import { Check, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { canAccept, canReject, canReopen, type ReviewedDocument } from '#contract/documents/reviews.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { undoTime } from '#contract/queue.ts'
import { QueueButtons, useIsTaken } from '#web/features/queue/hooks.tsx'
import { now } from '#web/platform/clock.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { queueItemOf, useAccept, useReopen } from '../hooks.ts'
import { RejectDialog } from './reject-dialog.tsx'

interface DecisionProps {
  document: ReviewedDocument
  /** Goes on to whoever has waited longest after this one. */
  goOn: () => void
}

/** Accept, or ask for another; what was decided can be taken back. */
export const Decision = ({ document, goOn }: DecisionProps) => {
  const { id, filename } = document
  const accept = useAccept()
  const { reopen, isPending } = useReopen()
  const isTaken = useIsTaken()(document)
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const mayDo = useMay()
  const done = (title: string) => {
    const action = { label: 'Undo', onPress: () => void reopen({ id, filename }) }
    toast({
      title,
      description: `${filename}. The client can see it in the portal.`,
      variant: 'success',
      duration: undoTime,
      action,
    })
    goOn()
  }
  const refused = ({ message }: Problem) =>
    toast({ title: 'Not decided', description: message, variant: 'error' })
  const press = () => accept.mutate({ id }, { onSuccess: () => done('Accepted'), onError: refused })
  if (!mayDo('documents.decide')) return null
  return (
    <div className="flex flex-wrap gap-2.5">
      {canAccept(document) && !isTaken && (
        <Button
          variant="primary"
          icon={<Check />}
          busy={accept.isPending}
          onClick={press}
          aria-keyshortcuts="a"
        >
          {document.status === 'verified' ? 'Confirm' : 'Accept'}
        </Button>
      )}
      {canReject(document) && !isTaken && (
        <Button icon={<X />} onClick={() => setAsking(true)} aria-keyshortcuts="r">
          Reject
        </Button>
      )}
      <QueueButtons held={queueItemOf(document)} goOn={goOn} />
      {canReopen(document, now()) && (
        <Button icon={<RotateCcw />} busy={isPending} onClick={() => void reopen(document)}>
          Withdraw
        </Button>
      )}
      {asking && (
        <RejectDialog
          document={document}
          close={close}
          done={() => {
            close()
            done('Rejected')
          }}
        />
      )}
    </div>
  )
}
