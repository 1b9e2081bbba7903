import type { ReviewedDocument } from '#contract/documents/reviews.ts'
import { dateText, timeText } from '#web/platform/clock.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useIsTaken, useTakeOver, useUnsnooze } from '../hooks.ts'

/** Who else has this document, or until when it is snoozed, with the way to change it. */
export const QueueNotice = ({ document }: { document: ReviewedDocument }) => {
  const isTaken = useIsTaken()(document)
  const mayDecide = useMay()('documents.decide')
  if (!mayDecide) return null
  if (isTaken) return <TakenNotice document={document} />
  return document.snoozedUntil && <SnoozedNotice id={document.id} until={document.snoozedUntil} />
}

const TakenNotice = ({ document: { id, takenBy } }: { document: ReviewedDocument }) => {
  const takeOver = useTakeOver()
  return (
    <Callout
      tone="warn"
      announce="status"
      title={`${takenBy?.name} is looking at this document`}
      actions={
        <Button
          size="small"
          busy={takeOver.isPending}
          onClick={() => takeOver.mutate({ id, takeOver: true }, { onError: refused })}
        >
          Take over
        </Button>
      }
    >
      {takenBy && `Since ${timeText(takenBy.since)}. `}You can read it. To decide, take it over.
    </Callout>
  )
}

const SnoozedNotice = ({ id, until }: { id: ReviewedDocument['id']; until: Date }) => {
  const unsnooze = useUnsnooze()
  return (
    <Callout
      title={`Snoozed until ${dateText(until)}`}
      actions={
        <Button
          size="small"
          busy={unsnooze.isPending}
          onClick={() => unsnooze.mutate({ id }, { onError: refused })}
        >
          Return to the queue
        </Button>
      }
    >
      It returns by itself, or as soon as the client writes or sends something.
    </Callout>
  )
}

const refused = ({ message }: Error) =>
  toast({ title: 'Not changed', description: message, variant: 'error' })
