import { useQueryClient } from '@tanstack/react-query'
import { commonReasonsFor, type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { isFace } from '#contract/documents/verdict.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'

interface RejectDialogProps {
  document: ReviewedDocument
  close: () => void
  done: () => void
}

/** Why another document is needed: the client reads it as it is written here. */
export const RejectDialog = ({ document, close, done }: RejectDialogProps) => {
  const { id, client } = document
  const cache = useQueryClient()
  const form = useCommandForm(reviews.reject, {
    start: { id, reason: '' },
    done: async () => {
      await refresh(cache, [reviews.list, reviews.one, reviews.ofClient])
      done()
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
      title={isFace(document) ? 'Ask for another picture' : 'Ask for another document'}
    >
      <form {...form.props} className="grid gap-4">
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
        <FormFault>{form.fault}</FormFault>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="destructive" busy={form.busy}>
            Reject and tell the client
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
