import { useState } from 'react'
import type { SentRequest } from '#contract/signatures.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCancelRequest } from '../hooks.ts'

/** Takes a document back that nobody has signed yet. */
export const CancelButton = ({ request: { id, name, clientName } }: { request: SentRequest }) => {
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useCancelRequest()
  const cancel = () =>
    mutate(
      { id },
      {
        onSuccess: () =>
          toast({ title: 'Taken back', description: `${clientName} was told.`, variant: 'success' }),
        onError: ({ message }) =>
          toast({ title: 'It was not taken back', description: message, variant: 'destructive' }),
        onSettled: () => setOpen(false),
      },
    )
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" variant="ghost" aria-label={`Take back ${name}`}>
          Take back
        </Button>
      }
      title="Take this document back?"
      description={`${clientName} can then no longer sign ${name}, and is told so. You can send it again.`}
      confirmLabel="Take back"
      cancelLabel="Keep it"
      destructive
      busy={isPending}
      onConfirm={cancel}
    />
  )
}
