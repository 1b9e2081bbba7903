import { useQueryClient } from '@tanstack/react-query'
import { Check, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import {
  canAccept,
  canReject,
  canReopen,
  commonReasonsFor,
  type ReviewedDocument,
  reviews,
} from '#contract/documents/reviews.ts'
import { isFace } from '#contract/documents/verdict.ts'
import { type Unreached, unreachedWords } from '#contract/firm/reach.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { undoTime } from '#contract/queue.ts'
import { Unreachable, useUnreached } from '#web/features/accounts/hooks.tsx'
import { QueueButtons, useIsTaken } from '#web/features/queue/hooks.tsx'
import { now } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast, undoShortcut } from '#web/ui/overlays/toast.ts'
import { queueItemOf, useAccept, useReopen } from '../hooks.ts'

interface DecisionProps {
  document: ReviewedDocument
  /** Moves on to the item that has waited longest after this one. */
  goOn: () => void
}

/** Says what was decided, and offers to undo it. */
const decidedToast = (title: string, { document, unreached, undo }: Decided) => ({
  title,
  description: unreached
    ? `${document.filename}. The client hasn’t been told. ${unreachedWords[unreached]}`
    : `${document.filename}. The client can see it in the portal.`,
  variant: unreached ? ('warning' as const) : ('success' as const),
  duration: undoTime,
  action: { label: 'Undo', onPress: undo, shortcut: undoShortcut },
  about: document.id,
})

interface Decided {
  document: ReviewedDocument
  unreached: Unreached | null
  undo: () => void
}

/** Accepts the document or asks for another. A decision can be taken back. */
export const Decision = ({ document, goOn }: DecisionProps) => {
  const { id } = document
  const accept = useAccept()
  const { reopen, isPending } = useReopen()
  const isTaken = useIsTaken()(document)
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const mayDo = useMay()
  const unreached = useUnreached(document.client.id, { taskId: document.taskId ?? undefined })
  const done = (title: string, decided: ReviewedDocument) => {
    toast(decidedToast(title, { document, unreached, undo: () => void reopen(decided) }))
    goOn()
  }
  const refused = ({ message }: Problem) =>
    toast({ title: 'Not decided', description: message, variant: 'error' })
  const press = () =>
    accept.mutate({ id }, { onSuccess: (decided) => done('Accepted', decided), onError: refused })
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
          unreached={unreached}
          close={close}
          done={(decided) => {
            close()
            done('Rejected', decided)
          }}
        />
      )}
    </div>
  )
}

interface RejectDialogProps extends Pick<Decided, 'document' | 'unreached'> {
  close: () => void
  done: (decided: ReviewedDocument) => void
}

/** Asks why another document is needed. The client reads the reason exactly as it is written here. */
const RejectDialog = ({ document, unreached, close, done }: RejectDialogProps) => {
  const { id, client } = document
  const cache = useQueryClient()
  const form = useCommandForm(reviews.reject, {
    start: { id, reason: '' },
    done: async (decided) => {
      await refresh(cache, [reviews.list, reviews.one, reviews.ofClient])
      done(decided)
    },
    refused: () => void refresh(cache, [reviews.list, reviews.one]),
  })
  const choose = (words: string) => {
    form.setValue('reason', words, { shouldDirty: true, shouldValidate: true })
    form.setFocus('reason')
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      startsInField
      title={isFace(document) ? 'Ask for another photo' : 'Ask for another document'}
    >
      <form {...form.props} className="grid gap-4">
        <Unreachable id={client.id} reason={unreached} firstName={client.firstName} />
        <div role="group" aria-label="Common reasons" className="flex flex-wrap gap-2">
          {commonReasonsFor(document).map(({ label, words }) => (
            <Button key={label} size="small" onClick={() => choose(words)}>
              {label}
            </Button>
          ))}
        </div>
        <TextArea
          label="Reason"
          hint={`${client.firstName} will read this exactly as you write it.`}
          rows={4}
          maxLength={500}
          {...form.field('reason')}
        />
        <AskingFormFooter form={form} cancel={close} destructive>
          {unreached ? 'Reject' : 'Reject and tell the client'}
        </AskingFormFooter>
      </form>
    </Dialog>
  )
}
