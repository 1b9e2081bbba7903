import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { type ClientDocument, documents } from '#contract/documents.ts'
import { urlOf } from '#contract/kit.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { dayText, sizeText, typeText } from '../words.ts'
import { PdfPages } from './pdf-pages.tsx'
import { StatusBadge } from './status-badge.tsx'
import { ValidationPanel } from './validation-panel.tsx'

export interface PreviewDialogProps {
  document: ClientDocument
  /** The button that opens it. */
  trigger: ReactElement
}

/** The document itself, how it stands, and the way to the original. */
export const PreviewDialog = ({ document, trigger }: PreviewDialogProps) => (
  <Dialog
    size="large"
    trigger={trigger}
    title={<bdi className="[overflow-wrap:anywhere]">{document.filename}</bdi>}
    description={`${typeText(document.fileType)} · ${sizeText(document.fileSize)}`}
  >
    <div className="grid gap-4">
      <Standing document={document} />
      <ValidationPanel document={document} isFolded={document.status === 'verified'} />
      <Content document={document} />
    </div>
  </Dialog>
)

const Standing = ({ document }: { document: ClientDocument }) => {
  const { status, verifiedAt, hasActiveContent } = document
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
      <StatusBadge status={status} />
      {verifiedAt && <span>Verified on {dayText(verifiedAt)}</span>}
      <span className="ml-auto">
        <DownloadLink document={document} />
      </span>
      {hasActiveContent && (
        <p className="w-full">
          This file contains active content. You see pictures of its pages; open the original with care.
        </p>
      )}
    </div>
  )
}

const Content = ({ document }: { document: ClientDocument }) => {
  if (document.fileType === 'application/pdf') return <PdfPages document={document} />
  if (document.fileType.startsWith('image/')) return <Picture document={document} />
  return <NoPreview document={document} />
}

/** The original, else our own picture of it, else the way to download it. */
const Picture = ({ document }: { document: ClientDocument }) => {
  const { id, filename } = document
  const addresses = [urlOf(documents.file, { id }), urlOf(documents.preview, { id })]
  const [failures, setFailures] = useState(0)
  const address = addresses[failures]
  if (address === undefined) return <NoPreview document={document} />
  return (
    <img
      src={address}
      alt={filename}
      onError={() => setFailures((count) => count + 1)}
      className="mx-auto max-h-[70dvh] w-auto max-w-full rounded-lg border border-line bg-sunken object-contain"
    />
  )
}

const NoPreview = ({ document }: { document: ClientDocument }) => (
  <div className="grid justify-items-center gap-3 rounded-xl border border-line bg-sunken px-5 py-10 text-center">
    <p className="text-ink-soft">Preview not available for this file type</p>
    <DownloadLink document={document} />
  </div>
)

const DownloadLink = ({ document: { id, filename } }: { document: ClientDocument }) => (
  <ButtonAnchor href={urlOf(documents.download, { id })} download={filename} icon={<Download />}>
    Download
  </ButtonAnchor>
)
