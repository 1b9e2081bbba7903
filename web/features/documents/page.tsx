import { Upload } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { documents as contract, requiredDocuments } from '#contract/documents/documents.ts'
import { isFinished, type Task } from '#contract/tasks.ts'
import { useTasks } from '#web/features/tasks/hooks.tsx'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { NotFoundNotice } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useDocuments } from './hooks.ts'
import { DocumentCard } from './parts/document-card.tsx'
import { PreviewDialog } from './parts/preview-dialog.tsx'
import { RequiredDocuments } from './parts/required-documents.tsx'
import { UploadDialog } from './parts/upload-dialog.tsx'

export const DocumentsPage = () => (
  <AsyncBoundary page="Documents" failure="Failed to fetch documents" skeleton={<PageSkeleton />}>
    <Documents />
  </AsyncBoundary>
)

/** Null: nothing is being uploaded. */
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

/** The button that opened the upload may be gone with its task: the keyboard then goes on at what was uploaded. */
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
/** A dialog gives focus back when its way out is over, in milliseconds. */
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
