import { Check, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import type { Problem } from '#contract/problem.ts'
import { canAccept, canReject, canReopen, type ReviewedDocument } from '#contract/reviews.ts'
import { now } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useAccept, useReopen } from '../hooks.ts'
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
  const [isRejecting, setRejecting] = useState(false)
  const done = (title: string) => {
    const action = { label: 'Undo', onPress: () => void reopen({ id, filename }) }
    toast({ title, description: `${filename}. The client has been told.`, variant: 'success', action })
    goOn()
  }
  const refused = ({ message }: Problem) =>
    toast({ title: 'Not decided', description: message, variant: 'error' })
  const press = () => accept.mutate({ id }, { onSuccess: () => done('Accepted'), onError: refused })
  return (
    <div className="flex flex-wrap gap-2.5">
      {canAccept(document) && (
        <Button variant="primary" icon={<Check />} busy={accept.isPending} onClick={press}>
          {document.status === 'verified' ? 'Confirm' : 'Accept'}
        </Button>
      )}
      {canReject(document) && (
        <Button icon={<X />} onClick={() => setRejecting(true)}>
          Reject
        </Button>
      )}
      {canReopen(document, now()) && (
        <Button icon={<RotateCcw />} busy={isPending} onClick={() => void reopen(document)}>
          Withdraw
        </Button>
      )}
      {isRejecting && (
        <RejectDialog
          document={document}
          close={() => setRejecting(false)}
          done={() => {
            setRejecting(false)
            done('Rejected')
          }}
        />
      )}
    </div>
  )
}
