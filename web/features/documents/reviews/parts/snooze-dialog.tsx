import { useQueryClient } from '@tanstack/react-query'
import { type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { dateText, today } from '#web/platform/clock.ts'
import { plusDays } from '#web/platform/days.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'

interface SnoozeDialogProps {
  document: ReviewedDocument
  close: () => void
  /** With the day, in words. */
  done: (day: string) => void
}

const choices = [
  { label: 'Tomorrow', days: 1 },
  { label: 'In 3 days', days: 3 },
  { label: 'In a week', days: 7 },
]

/** Until when a document stays out of the queue. */
export const SnoozeDialog = ({ document: { id, client }, close, done }: SnoozeDialogProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(reviews.snooze, {
    start: { id, until: plusDays(today(), 1) },
    done: async ({ snoozedUntil }) => {
      await refresh(cache, [reviews.list, reviews.one])
      done(snoozedUntil ? dateText(snoozedUntil) : '')
    },
    refused: () => void refresh(cache, [reviews.list, reviews.one]),
  })
  const choose = (days: number) =>
    form.setValue('until', plusDays(today(), days), { shouldDirty: true, shouldValidate: true })
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Snooze this document"
      description={`It returns to the queue at 8am on the day you choose, or as soon as ${client.firstName} writes or sends something. ${client.firstName} isn't told.`}
    >
      <form {...form.props} className="grid gap-4">
        <div role="group" aria-label="Often chosen" className="flex flex-wrap gap-2">
          {choices.map(({ label, days }) => (
            <Button key={label} size="small" onClick={() => choose(days)}>
              {label}
            </Button>
          ))}
        </div>
        <DateField label="Until" min={plusDays(today(), 1)} {...form.control('until')} />
        <FormFault>{form.fault}</FormFault>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Snooze
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
