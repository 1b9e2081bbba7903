import { useQueryClient } from '@tanstack/react-query'
import { Check, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { UserId } from '#contract/accounts.ts'
import { firm } from '#contract/firm.ts'
import { identity } from '#contract/identity.ts'
import { reviews } from '#contract/reviews.ts'
import type { TaskId } from '#contract/tasks.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { PicturesFirst } from './identity-pictures.tsx'

interface CheckOf {
  clientId: UserId
  taskId: TaskId
  /** What is checked and whose it is: "Identity of Amara Okafor". */
  subject: string
  /** An identity, which has pictures. */
  isIdentity: boolean
  /** When the client submitted it; null where they did not, and so cannot be asked again. */
  submittedAt: Date | null
}

/** Accept a check, saying how it was done, or ask the client once more. */
export const CheckActions = (check: CheckOf) => {
  const [open, setOpen] = useState<'accept' | 'again' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button
        size="small"
        icon={<Check />}
        aria-label={`Accept: ${check.subject}`}
        onClick={() => setOpen('accept')}
      >
        Accept
      </Button>
      {check.submittedAt && (
        <Button
          size="small"
          variant="ghost"
          icon={<RotateCcw />}
          aria-label={`Request again: ${check.subject}`}
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

const changed = [identity.waiting, identity.ofClient, firm.client, firm.clients, reviews.ofClient]

interface CheckDialogProps extends CheckOf {
  close: () => void
}

const AcceptDialog = ({ clientId, taskId, subject, isIdentity, submittedAt, close }: CheckDialogProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(identity.accept, {
    start: {
      id: clientId,
      taskId,
      submittedAt: submittedAt?.toISOString() ?? null,
      note: '',
      isWithoutRejected: false,
    },
    done: async () => {
      toast({ title: 'Accepted', description: 'The client has been told.', variant: 'success' })
      await refresh(cache, changed)
      close()
    },
    refused: () => void refresh(cache, changed),
  })
  return (
    <Dialog open onOpenChange={close} title="Accept" description={subject}>
      <form {...form.props} className="grid gap-4">
        {isIdentity && <PicturesFirst clientId={clientId} leaveOut={form.field('isWithoutRejected')} />}
        <TextArea
          label="How did you check it?"
          hint="Kept on file in case anyone asks later. The client won't see it."
          maxLength={500}
          {...form.field('note')}
        />
        <FormFault>{form.fault}</FormFault>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Accept and tell the client
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

const AgainDialog = ({ clientId, taskId, subject, submittedAt, close }: CheckDialogProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(identity.askAgain, {
    start: { id: clientId, taskId, submittedAt: submittedAt?.toISOString() ?? null, reason: '' },
    done: async () => {
      toast({
        title: 'Requested again',
        description: 'The task is open again, and the client has been told.',
        variant: 'success',
      })
      await refresh(cache, changed)
      close()
    },
    refused: () => void refresh(cache, changed),
  })
  return (
    <Dialog open onOpenChange={close} title="Request again" description={subject}>
      <form {...form.props} className="grid gap-4">
        <TextArea
          label="Reason"
          hint="The client will read this exactly as you write it."
          maxLength={500}
          {...form.field('reason')}
        />
        <FormFault>{form.fault}</FormFault>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="destructive" busy={form.busy}>
            Send to the client
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
