import { useState } from 'react'
import { witness } from '#contract/signatures/witness.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import type { WitnessDevice } from './witness-forms.tsx'

const reasonLimit = 300

/** Lets whoever was asked say that they can't be the witness: asked by mistake, a party, or not in the room. */
export const DeclineWitness = ({ device, firm }: { device: WitnessDevice; firm: string }) => {
  const { token, key, answered, refused } = device
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { mutate, error, isPending } = useCommand(witness.decline, { refreshes: [] })
  const decline = () =>
    mutate(
      { token, ...(key !== '' && { key }), ...(reason.trim() !== '' && { reason: reason.trim() }) },
      { onSuccess: answered, onError: refused, onSettled: () => setOpen(false) },
    )
  return (
    <div className="grid justify-items-start gap-3">
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        trigger={<Button>I can’t be the witness</Button>}
        title="You can’t be the witness?"
        description={`We’ll tell the person who is signing and ${firm}, and this link will stop working. The deed isn’t signed, and someone else can be asked.`}
        confirmLabel="I can’t be the witness"
        cancelLabel="Go back"
        busy={isPending}
        onConfirm={decline}
      >
        <TextArea
          label="Why (optional)"
          name="reason"
          hint={`The person who is signing and ${firm} can read this.`}
          rows={3}
          maxLength={reasonLimit}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Confirm>
      <FormFault>{error?.message}</FormFault>
    </div>
  )
}
