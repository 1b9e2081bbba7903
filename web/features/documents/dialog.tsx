import { type ReactNode, useState } from 'react'
import { type ClientDocument, canAddTo, documentName } from '#contract/documents/documents.ts'
import { isFace, needsAnother } from '#contract/documents/verdict.ts'
import { isDone, isFinished, type Task } from '#contract/tasks.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useDocuments, useIsFetchingDocuments } from './hooks.ts'
import { FileRow } from './parts/chosen-file.tsx'
import { PreviewDialog } from './parts/preview.tsx'
import { OwnStatusBadge } from './parts/status-badge.tsx'
import { KeepButton, UploadPanel } from './parts/upload-panel.tsx'
import { VerdictPanel } from './parts/verdict-panel.tsx'

export interface DocumentTaskProps {
  task: Task
  close: () => void
  /** Called when no further file is needed for this task. */
  done: () => void
}

/** The dialog of a document task: the upload, or for a completed task its files with their verdicts. */
export const DocumentTask = ({ task, close, done }: DocumentTaskProps) => {
  // The first upload completes the task. Its result must stay on the page even so.
  const [isBegunHere, setBegunHere] = useState(false)
  // A file added beside files that are good enough replaces none of them.
  const [isAddition, setAddition] = useState(false)
  const add = () => {
    setAddition(isFinished(task))
    setBegunHere(true)
  }
  if (isBegunHere || !isDone(task))
    return (
      <UploadPanel
        label={task.title}
        aim={() => ({ taskId: task.id, documentType: task.title, ...(isAddition && { isAddition: 'true' }) })}
        begun={() => setBegunHere(true)}
        done={done}
      />
    )
  return (
    <AsyncBoundary skeleton={<HeldSkeleton />}>
      <Held task={task} close={close} done={done} add={add} />
    </AsyncBoundary>
  )
}

const Held = ({ task, close, done, add }: DocumentTaskProps & { add: () => void }) => {
  const held = useDocuments().filter(({ taskId }) => taskId === task.id)
  const isFetching = useIsFetchingDocuments()
  const doubtful = held.filter((document) => document.status === 'pending' && needsAnother(document))
  return (
    <div className="grid gap-6">
      {held.length === 0 && isFetching && <HeldSkeleton />}
      {held.length === 0 && !isFetching && (
        <p className="text-ink-soft">
          This was completed without a file.{task.isOfClosed ? '' : ' You can still add one.'}
        </p>
      )}
      {held.map((document) => (
        <HeldDocument key={document.id} document={document} />
      ))}
      <DialogFooter>
        {isFinished(task) ? (
          <>
            {canAddTo(held) && !task.isOfClosed && <Button onClick={add}>Add another</Button>}
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          </>
        ) : (
          <>
            <KeepButton documents={doubtful} done={done} />
            <Button variant="primary" onClick={add}>
              Send another
            </Button>
          </>
        )}
      </DialogFooter>
    </div>
  )
}

/**
 * For an identity check: lets the client retake the first picture of a face that the firm rejected. Otherwise shows
 * `otherwise`.
 */
export const PicturesAgain = ({
  task,
  done,
  otherwise,
}: Omit<DocumentTaskProps, 'close'> & { otherwise: ReactNode }) => (
  <AsyncBoundary skeleton={<HeldSkeleton />}>
    <RefusedPicture task={task} done={done} otherwise={otherwise} />
  </AsyncBoundary>
)

const RefusedPicture = ({
  task,
  done,
  otherwise,
}: Omit<DocumentTaskProps, 'close'> & { otherwise: ReactNode }) => {
  const refused = useDocuments().find((document) => isFace(document) && document.status === 'rejected')
  // The new picture replaces the rejected one at once, but its result must stay on the page.
  const [first] = useState(refused)
  if (!first) return otherwise
  return (
    <UploadPanel
      label={`Take it again: ${documentName(first)}`}
      aim={() => ({ documentType: first.documentType })}
      camera="user"
      done={done}
    >
      <Callout tone="warn" title={`Please take it again: ${documentName(first).toLowerCase()}`}>
        {task.reason}
      </Callout>
    </UploadPanel>
  )
}

const HeldDocument = ({ document }: { document: ClientDocument }) => (
  <div className="grid gap-3">
    <FileRow name={document.filename} type={document.fileType}>
      <OwnStatusBadge document={document} />
      <PreviewDialog document={document} trigger={<Button size="small">Preview</Button>} />
    </FileRow>
    <VerdictPanel document={document} />
  </div>
)

const HeldSkeleton = () => (
  <SkeletonGroup words="Loading your files">
    <Skeleton className="h-11 w-full" />
    <Skeleton className="h-24 w-full" />
  </SkeletonGroup>
)
