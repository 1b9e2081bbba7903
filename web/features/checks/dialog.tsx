import { useQueryClient } from '@tanstack/react-query'
import { Check, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { picturesAgainst, reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { unreachedWords } from '#contract/firm/reach.ts'
import { identity } from '#contract/identity/identity.ts'
import { queue, undoTime } from '#contract/queue.ts'
import type { TaskId } from '#contract/tasks.ts'
import { Unreachable, useUnreached } from '#web/features/accounts/hooks.tsx'
import { notUndone } from '#web/features/queue/hooks.tsx'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter, Confirm, useFormLossQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast, undoShortcut } from '#web/ui/overlays/toast.ts'
import { PicturesFirst, undecidedId, useDocumentsOf } from './parts/identity-pictures.tsx'

interface CheckOf {
  clientId: UserId
  taskId: TaskId
  /** What is checked, and whose: "Identity of Amara Okafor". */
  subject: string
  /** Whether it is an identity check, which has pictures. */
  isIdentity: boolean
  /** When the client submitted it. Null if they have not, so it cannot be sent back either. */
  submittedAt: Date | null
  /** Goes on to the next item. Only on the check's own page. */
  goOn?: () => void
}

/** Accepts a check, with how it was verified, or sends it back to the client. */
export const CheckActions = (check: CheckOf) => {
  const mayDo = useMay()
  const [open, setOpen] = useState<'accept' | 'again' | null>(null)
  const close = () => setOpen(null)
  const words = acceptWords(check)
  if (!mayDo('identity.decide')) return null
  return (
    <>
      <Button
        size={check.goOn ? undefined : 'small'}
        variant={check.goOn ? 'primary' : undefined}
        icon={<Check />}
        aria-label={`${words.button}: ${check.subject}`}
        aria-keyshortcuts={check.goOn && 'a'}
        onClick={() => setOpen('accept')}
      >
        {words.button}
      </Button>
      {check.submittedAt && (
        <Button
          size={check.goOn ? undefined : 'small'}
          variant={check.goOn ? undefined : 'ghost'}
          icon={<RotateCcw />}
          aria-label={`Request again: ${check.subject}`}
          aria-keyshortcuts={check.goOn && 'r'}
          onClick={() => setOpen('again')}
        >
          Request again
        </Button>
      )}
      {open === 'accept' && <AcceptDialog {...check} close={close} />}
      {open === 'again' && <AgainDialog {...check} close={close} />}
    </>
  )
}

/** With nothing sent there is nothing to accept. What can be recorded is a check made in person. */
const acceptWords = ({ submittedAt }: Pick<CheckOf, 'submittedAt'>) =>
  submittedAt
    ? { button: 'Accept', send: 'Accept and tell the client', lead: null }
    : {
        button: 'Checked in person',
        send: 'Record and tell the client',
        lead: 'Nothing has been sent yet. Record here that you’ve checked it yourself, for example at your office.',
      }

const changed = [
  queue.list,
  identity.check,
  identity.waiting,
  identity.ofClient,
  firm.client,
  firm.clients,
  reviews.ofClient,
]

interface CheckDialogProps extends CheckOf {
  close: () => void
}

/** Accepts the check. It can be undone for a while. */
const useAcceptance = ({ clientId, taskId, submittedAt, goOn, close }: CheckDialogProps) => {
  const cache = useQueryClient()
  const reopen = useCommand(identity.reopen, { refreshes: changed })
  return useCommandForm(identity.accept, {
    start: {
      id: clientId,
      taskId,
      submittedAt: submittedAt?.toISOString() ?? null,
      note: '',
      isWithoutRejected: false,
    },
    done: async (checks) => {
      const decidedAt = checks.find((check) => check.taskId === taskId)?.acceptedAt ?? undefined
      toast({
        title: 'Accepted',
        description: 'The client can see it in the portal.',
        variant: 'success',
        duration: undoTime,
        action: {
          label: 'Undo',
          onPress: () => reopen.mutate({ id: taskId, decidedAt }, { onError: notUndone }),
          shortcut: undoShortcut,
        },
        about: taskId,
      })
      await refresh(cache, changed)
      close()
      goOn?.()
    },
    refused: () => void refresh(cache, changed),
  })
}

const AcceptDialog = (check: CheckDialogProps) => (
  <Dialog
    open
    onOpenChange={check.close}
    startsInField
    title={acceptWords(check).button}
    description={check.subject}
  >
    <AcceptForm {...check} />
  </Dialog>
)

const AcceptForm = (check: CheckDialogProps) => {
  const { clientId, isIdentity, close } = check
  const words = acceptWords(check)
  const pictures = picturesAgainst(useDocumentsOf(clientId, { enabled: isIdentity }) ?? [])
  const form = useAcceptance(check)
  const { question, leave } = useFormLossQuestion(form)
  return (
    <form {...form.props} className="grid gap-4">
      {words.lead && <p>{words.lead}</p>}
      <PicturesFirst {...pictures} leaveOut={form.field('isWithoutRejected')} />
      <TextArea
        label="How did you check it?"
        hint="Kept on file in case anyone asks later. The client won't see it."
        maxLength={500}
        {...form.field('note')}
      />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button onClick={() => leave(close)}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          disabled={pictures.undecided.length > 0}
          aria-describedby={pictures.undecided.length > 0 ? undecidedId : undefined}
        >
          {words.send}
        </Button>
      </DialogFooter>
      <Confirm {...question} />
    </form>
  )
}

const AgainDialog = ({ clientId, taskId, subject, submittedAt, goOn, close }: CheckDialogProps) => {
  const cache = useQueryClient()
  const unreached = useUnreached(clientId)
  const form = useCommandForm(identity.askAgain, {
    start: { id: clientId, taskId, submittedAt: submittedAt?.toISOString() ?? null, reason: '' },
    done: async () => {
      toast({
        title: 'Requested again',
        description: unreached
          ? `The task is open again, but the client hasn’t been told. ${unreachedWords[unreached]}`
          : 'The task is open again, and the client has been told.',
        variant: unreached ? 'warning' : 'success',
        about: taskId,
      })
      await refresh(cache, changed)
      close()
      goOn?.()
    },
    refused: () => void refresh(cache, changed),
  })
  return (
    <Dialog open onOpenChange={close} startsInField title="Request again" description={subject}>
      <form {...form.props} className="grid gap-4">
        <Unreachable id={clientId} reason={unreached} firstName="The client" />
        <TextArea
          label="Reason"
          hint="The client will read this exactly as you write it."
          maxLength={500}
          {...form.field('reason')}
        />
        <AskingFormFooter form={form} cancel={close} destructive>
          {unreached ? 'Request again' : 'Send to the client'}
        </AskingFormFooter>
      </form>
    </Dialog>
  )
}
