import { useState } from 'react'
import type { SentRequest } from '#contract/signatures.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useCancelRequest } from '../hooks.ts'

/** Withdraws a document that nobody has signed yet. */
export const CancelButton = ({ request: { id, name, clientName } }: { request: SentRequest }) => {
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
