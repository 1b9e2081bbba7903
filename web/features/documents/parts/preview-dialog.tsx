import type { ReactElement } from 'react'
import type { ClientDocument } from '#contract/documents/documents.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { dayText, sizeText, titleOf, typeText } from '../words.ts'
import { DocumentContent, DownloadLink } from './content.tsx'
import { StatusBadge } from './status-badge.tsx'
import { VerdictPanel } from './verdict-panel.tsx'

export interface PreviewDialogProps {
  document: ClientDocument
  /** The button that opens it; without one it is open. */
  trigger?: ReactElement
  onClose?: () => void
}

/** The document itself, how it stands, and the way to the original. */
export const PreviewDialog = ({ document, trigger, onClose }: PreviewDialogProps) => (
  <Dialog
    {...(trigger === undefined && { open: true, onOpenChange: onClose })}
    size="large"
    trigger={trigger}
    title={titleOf(document)}
    description={
      <>
        <bdi className="wrap-anywhere">{document.filename}</bdi>
        {` · ${typeText(document.fileType)} · ${sizeText(document.fileSize)}`}
      </>
    }
  >
    <div className="grid gap-4">
      <Standing document={document} />
      {document.purpose !== 'letter' && <VerdictPanel document={document} />}
      <DocumentContent document={document} />
    </div>
  </Dialog>
)

const Standing = ({ document }: { document: ClientDocument }) => {
  const { purpose, verifiedAt, hasActiveContent } = document
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
      <StatusBadge document={document} />
      {verifiedAt && (
        <span>
          {purpose === 'letter' ? 'Sent' : 'Verified'} on {dayText(verifiedAt)}
        </span>
      )}
      <span className="ml-auto">
        <DownloadLink document={document} />
      </span>
      {hasActiveContent && (
        <p className="w-full">
          This file contains active content. We show pictures of its pages; open the original with care.
        </p>
      )}
    </div>
  )
}
