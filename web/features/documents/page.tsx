import { Upload } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { documents as contract, requiredDocuments } from '#contract/documents/documents.ts'
import { isFinished, resendRequest, type Task, taskState } from '#contract/tasks.ts'
import { SharedLine, TaskBadge, TaskDot, useTasks } from '#web/features/tasks/hooks.tsx'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { NotFoundNotice } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useDocuments } from './hooks.ts'
import { DocumentCard } from './parts/document-card.tsx'
import { PreviewDialog } from './parts/preview.tsx'
import { UploadPanel } from './parts/upload-panel.tsx'

export const DocumentsPage = () => (
  <AsyncBoundary page="Documents" failure="Failed to fetch documents" skeleton={<PageSkeleton />}>
    <Documents />
  </AsyncBoundary>
)

/** Null while nothing is being uploaded. */
type Uploading = { task: Task | null } | null

const Documents = () => {
  const tasks = useTasks()
  const [uploading, setUploading] = useState<Uploading>(null)
  const place = useRef<HTMLDivElement>(null)
  useFocusKept(place, uploading !== null)
  const isAnyLeft = !requiredDocuments(tasks).every(isFinished)
  const open = () => setUploading({ task: null })
  const button = isAnyLeft && (
    <Button variant="primary" icon={<Upload />} onClick={open}>
      Upload Document
    </Button>
  )
  return (
    <Page title="Documents" actions={button}>
      <RequiredDocuments tasks={tasks} upload={(task) => setUploading({ task })} />
      <div ref={place} tabIndex={-1} className="outline-none">
        <Uploaded />
      </div>
      {uploading && (
        <UploadDialog tasks={tasks} preselected={uploading.task} close={() => setUploading(null)} />
      )}
    </Page>
  )
}

/** Focuses the uploaded documents when the dialog closes, if the button that opened it is gone with its task. */
function useFocusKept(place: RefObject<HTMLElement | null>, isOpen: boolean) {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!isClosed) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    }, dialogGone)
    return () => clearTimeout(timer)
  }, [place, isOpen])
}
/** Milliseconds until a closed dialog has faded out and given back the focus. */
const dialogGone = 350

const Uploaded = () => {
  const documents = useDocuments()
  const {
    thing: named,
    isGone,
    name,
  } = useDeepLinkTarget('document', { things: documents, from: contract.list })
  const gone = isGone && <NotFoundNotice thing="document">It may have been deleted.</NotFoundNotice>
  if (documents.length === 0)
    return (
      <>
        {gone}
        <Card>
          <Empty title="No documents yet">What you upload will appear here, with its status.</Empty>
        </Card>
      </>
    )
  return (
    <section aria-label="Uploaded documents" className="grid min-w-0 gap-4">
      {gone}
      {named && <PreviewDialog key={named.id} document={named} onClose={() => name(null)} />}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4">
        {documents.map((document) => (
          <DocumentCard key={document.id} document={document} />
        ))}
      </ul>
    </section>
  )
}

const PageSkeleton = () => (
  <Page title="Documents">
    <SkeletonGroup words="Loading your documents">
      <SkeletonCard rows={4} />
      <div className="grid gap-4 md:grid-cols-3">
        <SkeletonCard />
        <SkeletonCard />
        <SkeletonCard />
      </div>
    </SkeletonGroup>
  </Page>
)

interface UploadDialogProps {
  tasks: Task[]
  /** The task whose button was pressed. If null, the user says what the document is. */
  preselected: Task | null
  close: () => void
}

/** The upload dialog of the documents page, rendered only while it is open. */
const UploadDialog = ({ tasks, preselected, close }: UploadDialogProps) => {
  const [chosen, setChosen] = useState(preselected)
  const [error, setError] = useState<string>()
  const aim = () => {
    if (chosen) return { taskId: chosen.id, documentType: chosen.title }
    setError('Please choose what this document is.')
    return null
  }
  const choose = (id: string) => {
    setChosen(tasks.find((task) => task.id === id) ?? null)
    setError(undefined)
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={preselected?.title ?? 'Upload Document'}
      description={preselected?.description ?? 'Choose what it is, then the file.'}
    >
      <UploadPanel label={chosen?.title ?? 'Your document'} aim={aim} done={close}>
        {preselected === null && (
          <SelectField
            label="Document Type"
            name="documentType"
            placeholder="Choose a document type"
            required
            value={chosen?.id ?? ''}
            error={error}
            choices={choicesOf(tasks, chosen)}
            onChange={({ target }) => choose(target.value)}
          />
        )}
      </UploadPanel>
    </Dialog>
  )
}

// A task that this dialog has just completed stays, for the next of several files.
const choicesOf = (tasks: Task[], chosen: Task | null) =>
  requiredDocuments(tasks)
    .filter((task) => !isFinished(task) || task.id === chosen?.id)
    .map(({ id, title }) => ({ value: id, label: title }))

interface RequiredDocumentsProps {
  tasks: Task[]
  upload: (task: Task) => void
}

/** Shows how many of the required documents are submitted, and which are missing. */
const RequiredDocuments = ({ tasks, upload }: RequiredDocumentsProps) => {
  const required = requiredDocuments(tasks)
  if (required.length === 0) return null
  const submitted = required.filter(isFinished).length
  const counted = `${submitted} of ${required.length} required documents`
  return (
    <Card padded={false}>
      <div className="grid gap-3 px-5 py-4.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-0.5">
          <p>
            <strong>{counted}</strong> <span className="text-sm text-ink-soft">submitted</span>
          </p>
          <p className="text-sm wrap-anywhere text-ink-soft empty:hidden">{left(required)}</p>
        </div>
        <Progress
          value={(submitted / required.length) * 100}
          label="Required documents"
          valueText={`${counted} submitted`}
        />
      </div>
      <ul aria-label="Required documents" className="divide-y divide-line border-t border-line">
        {required.map((task) => (
          <li key={task.id}>
            <Required task={task} upload={() => upload(task)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** "Proof of funds is left" */
const left = (required: Task[]) => {
  const names = required.filter((task) => !isFinished(task)).map(({ title }) => title.replace(/^Upload /, ''))
  if (names.length > 2) return `${names.length} left`
  const words = names.join(' and ')
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)} ${names.length > 1 ? 'are' : 'is'} left`
}

const Required = ({ task, upload }: { task: Task; upload: () => void }) => (
  <Row
    mark={<TaskDot task={task} isNamed={taskState(task) !== 'To do'} />}
    title={task.title}
    badge={taskState(task) !== 'To do' && <TaskBadge task={task} />}
    detail={
      <>
        {task.reason === null ? task.description : <span className="text-warn">{resendRequest(task)}</span>}
        <SharedLine task={task} />
      </>
    }
    action={
      !isFinished(task) && (
        <Button size="small" aria-label={`Upload: ${task.title}`} onClick={upload}>
          Upload
        </Button>
      )
    }
  />
)
