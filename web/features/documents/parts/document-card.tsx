import { Eye, FileText } from 'lucide-react'
import { useState } from 'react'
import { type ClientDocument, canDelete, documents } from '#contract/documents/documents.ts'
import { isFace, reasonOf, verdictFor } from '#contract/documents/verdict.ts'
import { Problem } from '#contract/kit/problem.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { dayText, deleted, deleteFailed, deleteWords, sizeText, titleOf, typeText } from '../copy.ts'
import { useRemoveDocument } from '../hooks.ts'
import { PreviewDialog } from './preview.tsx'
import { OwnStatusBadge } from './status-badge.tsx'

/** One uploaded document. Its picture is loaded only when the card is in view. */
export const DocumentCard = ({ document }: { document: ClientDocument }) => {
  const { filename, fileType, fileSize, createdAt } = document
  const facts = [dayText(createdAt), typeText(fileType), sizeText(fileSize)]
  return (
    <li className="flex min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface shadow-1">
      <Thumbnail document={document} />
      <div className="flex flex-1 flex-col gap-2 px-4 py-3.5">
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 font-semibold wrap-anywhere">{titleOf(document)}</p>
          <OwnStatusBadge document={document} />
        </div>
        <div className="text-sm text-ink-soft">
          <bdi className="block truncate" title={filename}>
            {filename}
          </bdi>
          <p className="figures">{facts.join(' · ')}</p>
        </div>
        <Standing document={document} />
        <div className="mt-auto flex items-center gap-2 pt-1">
          <PreviewDialog
            document={document}
            trigger={
              <Button size="small" icon={<Eye />} aria-label={`Preview ${filename}`}>
                Preview
              </Button>
            }
          />
          {canDelete(document) && <DeleteButton document={document} />}
        </div>
      </div>
    </li>
  )
}

/** Says what is wrong with the document. Renders nothing if the client has nothing to do. */
const Standing = ({ document }: { document: ClientDocument }) => {
  if (verdictFor(document).action === 'continue') return null
  const tone = document.status === 'rejected' ? 'text-stop' : 'text-warn'
  return <p className={classes('text-sm wrap-anywhere', tone)}>{reasonOf(document)}</p>
}

const Thumbnail = ({ document: { id, fileType, documentType } }: { document: ClientDocument }) => {
  const [isBroken, setBroken] = useState(false)
  return (
    <div className="grid h-32 flex-none grid-rows-1 place-items-center overflow-clip border-b border-line bg-sunken">
      {isBroken ? (
        <FileText className="size-8! text-ink-soft" />
      ) : (
        <img
          src={urlOf(documents.preview, { id, width: 320 })}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className={
            fileType === 'application/pdf'
              ? pageClass
              : classes('size-full', isFace({ documentType }) ? 'object-contain' : 'object-cover')
          }
        />
      )}
    </div>
  )
}

// The top of a page, as a sheet of paper that lies on the card.
const pageClass = 'mt-3 w-36 self-start rounded-t-sm border border-b-0 border-line'

const DeleteButton = ({ document: { id, filename } }: { document: ClientDocument }) => {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync, isPending } = useRemoveDocument()
  const remove = () => {
    mutateAsync({ id }).then(
      () => {
        setOpen(false)
        toast(deleted)
      },
      (error: unknown) => {
        setOpen(false)
        toast(deleteFailed(error instanceof Problem ? error.message : 'Please try again.'))
      },
    )
  }
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="small" aria-label={`Delete ${filename}`}>
          Delete
        </Button>
      }
      title="Delete document"
      description={<span className="[overflow-wrap:anywhere]">{deleteWords(filename)}</span>}
      confirmLabel="Delete"
      destructive
      busy={isPending}
      onConfirm={remove}
    />
  )
}
