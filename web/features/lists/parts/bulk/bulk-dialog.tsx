import type { ReactNode } from 'react'
import { counted } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { type RunBatch, rowsInBatch, useBatches } from './batches.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import type { BulkDialogInput } from './selection.tsx'

interface BulkDialogProps extends BulkDialogInput {
  title: string
  /** What was done, such as "reminded". */
  doneWord: string
  /** Fields that must be filled in before a preview is possible. */
  fields?: ReactNode
  run: RunBatch
}

/**
 * An action on several rows. Shows a preview first, and the refused rows afterwards. While many rows are sent it shows
 * how far it has got, and can be stopped and carried on.
 */
export const BulkDialog = ({ title, thing, ids, doneWord, fields, run, close }: BulkDialogProps) => {
  const batches = useBatches(run)
  const { phase, total, isBusy } = batches
  const isLong = isBusy && total > rowsInBatch
  const isPreviewHalted = phase === 'preview_halted'
  const isFilledIn = phase !== 'start' && phase !== 'previewing' && !isPreviewHalted
  const leave = () => close(batches.isChange ? batches.left : ids)
  return (
    <Dialog open onOpenChange={leave} title={title} dismissible={!isBusy}>
      <div className="grid gap-4">
        {(isLong || isPreviewHalted) && <BatchProgress {...batches} thing={thing} />}
        {isPreviewHalted && <p>Nothing has been changed. You can carry on, or go back and start again.</p>}
        {!isLong && !isFilledIn && !isPreviewHalted && fields}
        {!isLong && isFilledIn && <BulkOutcome {...batches} {...{ thing, doneWord }} />}
        <FormFault>{batches.fault}</FormFault>
      </div>
      <DialogFooter>
        {isLong ? (
          <Button onClick={batches.stop} busy={batches.isStopping} busyText="Stopping...">
            Stop
          </Button>
        ) : (
          <BulkButtons {...{ thing, ids, batches, leave }} />
        )}
      </DialogFooter>
    </Dialog>
  )
}

interface BulkButtonsProps extends Pick<BulkDialogInput, 'thing' | 'ids'> {
  batches: ReturnType<typeof useBatches>
  leave: () => void
}

/** The buttons of the dialog, by how far the change has got. */
const BulkButtons = ({ thing, ids, batches, leave }: BulkButtonsProps) => {
  const { phase, left, previewed, isBusy } = batches
  if (phase === 'done')
    return (
      <Button variant="primary" onClick={leave}>
        Done
      </Button>
    )
  if (phase === 'halted' || phase === 'preview_halted')
    return (
      <>
        {phase === 'halted' ? (
          <Button onClick={leave}>Leave the rest</Button>
        ) : (
          <Button onClick={batches.startAgain}>Back</Button>
        )}
        <Button variant="primary" onClick={() => void batches.carryOn()}>
          {`Carry on with ${counted(left.length, thing)}`}
        </Button>
      </>
    )
  if (phase === 'start' || phase === 'previewing')
    return (
      <>
        <Button onClick={leave} disabled={isBusy}>
          Cancel
        </Button>
        <Button variant="primary" busy={isBusy} onClick={() => void batches.preview(ids)}>
          Preview
        </Button>
      </>
    )
  const count = previewed.done.length
  return (
    <>
      <Button onClick={batches.startAgain} disabled={isBusy}>
        Back
      </Button>
      <Button variant="primary" busy={isBusy} disabled={count === 0} onClick={() => void batches.confirm()}>
        {`Confirm for ${counted(count, thing)}`}
      </Button>
    </>
  )
}

/** How many of many rows have been sent so far. */
const BatchProgress = ({
  thing,
  isChange,
  result,
  left,
  total,
}: BulkButtonsProps['batches'] & { thing: string }) => {
  const sent = total - left.length
  const count = (isChange ? result.done.length : sent).toLocaleString('en-GB')
  const words = `${count} of ${total.toLocaleString('en-GB')} ${isChange ? 'done' : 'checked'}`
  return (
    <div className="grid gap-2.5">
      <p className="figures font-semibold">{words}</p>
      <Progress value={(sent / total) * 100} label={`Progress over all ${thing}s`} valueText={words} />
    </div>
  )
}
