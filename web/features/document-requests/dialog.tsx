import { useQueryClient } from '@tanstack/react-query'
import { FilePlus } from 'lucide-react'
import { useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { documentRequests } from '#contract/document-requests.ts'
import { firm } from '#contract/firm/firm.ts'
import type { Task } from '#contract/tasks.ts'
import { today } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

interface RequestedOf {
  clientId: UserId
  /** As they are called in a sentence. */
  firstName: string
}

/** The button by which a person of the firm asks a client for any document, and its dialog. */
export const RequestDocument = (props: RequestedOf) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={<FilePlus />}>Ask for a document</Button>}
      title="Ask for a document"
      description={`It becomes a task for ${props.firstName}, who is told straight away.`}
    >
      <RequestForm {...props} close={() => setOpen(false)} />
    </Dialog>
  )
}

const RequestForm = ({ clientId, firstName, close }: RequestedOf & { close: () => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(documentRequests.create, {
    start: { id: clientId, title: '', description: '', dueOn: null },
    done: async ({ title }) => {
      await refresh(cache, [firm.client, firm.clients])
      toast({
        title: 'Document requested',
        description: `${firstName} has been asked for: ${title}`,
        variant: 'success',
      })
      close()
    },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Which document?"
        hint={`${firstName} will read this as the title of the task.`}
        maxLength={80}
        {...form.field('title')}
      />
      <TextArea
        label="What will help them find it?"
        optional
        rows={3}
        maxLength={600}
        {...form.field('description')}
      />
      <DateField
        label="Send it by"
        optional
        min={today()}
        {...form.control('dueOn')}
        value={form.watch('dueOn') ?? ''}
        onChange={(day) => form.control('dueOn').onChange(day || null)}
      />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Ask {firstName}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Takes back a request for which nothing was sent. */
export const WithdrawRequest = ({ clientId, firstName, task }: RequestedOf & { task: Task }) => {
  const [isOpen, setOpen] = useState(false)
  const withdraw = useCommand(documentRequests.withdraw, { refreshes: [firm.client, firm.clients] })
  const confirm = () =>
    withdraw.mutate(
      { id: clientId, taskId: task.id },
      {
        onSuccess: () => toast({ title: 'Request withdrawn', description: task.title, variant: 'success' }),
        onError: ({ message }) => toast({ title: 'Not withdrawn', description: message, variant: 'error' }),
        onSettled: () => setOpen(false),
      },
    )
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" aria-label={`Withdraw the request: ${task.title}`}>
          Withdraw
        </Button>
      }
      title="Withdraw this request?"
      description={`“${task.title}” is taken off ${firstName}'s list, and they are told that you don't need it any more.`}
      confirmLabel="Withdraw request"
      busy={withdraw.isPending}
      onConfirm={confirm}
    />
  )
}
