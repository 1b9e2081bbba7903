import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FirmRequest, privacy } from '#contract/privacy.ts'
import { today } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

export const AnswerDialog = ({ request }: { request: FirmRequest }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" aria-label={`Answer ${request.reference}, ${request.client.name}`}>
          Answer
        </Button>
      }
      title={`Answer ${request.reference}`}
      description="Your client will be told and can read it in the portal. You can only answer once."
    >
      <AnswerForm request={request} close={() => setOpen(false)} />
    </Dialog>
  )
}

const AnswerForm = ({ request: { id, kind }, close }: { request: FirmRequest; close: () => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(privacy.answer, {
    start: { id, answer: '' },
    done: async () => {
      close()
      toast({ title: 'Answer sent', description: 'Your client has been told.', variant: 'success' })
      await refresh(cache, [privacy.firmRequests])
    },
    refused: ({ code }) => void (code === 'conflict' && refresh(cache, [privacy.firmRequests])),
  })
  return (
    <form {...form.props} className="grid gap-5">
      {kind === 'erasure' && (
        <p>
          This portal doesn't erase anything automatically. Say what you have erased or will erase, and what
          you must keep and why: for example, records of identity checks are kept for five years after the
          business relationship ends (regulation 40, MLR 2017).
        </p>
      )}
      <TextArea label="Answer" required rows={6} {...form.field('answer')} />
      {kind === 'erasure' && (
        <DateField
          label="Kept until"
          optional
          min={today()}
          {...form.control('keptUntil')}
          value={form.watch('keptUntil') ?? ''}
          onChange={(day) => form.control('keptUntil').onChange(day || undefined)}
        />
      )}
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Send answer
        </Button>
      </DialogFooter>
    </form>
  )
}
