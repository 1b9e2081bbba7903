import { Download } from 'lucide-react'
import { type ReactElement, use, useMemo, useState } from 'react'
import type { ClientDocument } from '#contract/documents/documents.ts'
import type { Region } from '#contract/documents/validation.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { DocumentPages, LabelledFrames, type PagedDocument } from '#web/ui/data/document-pages.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { dayText, sizeText, titleOf, typeText } from '../copy.ts'
import { Files, usePageText } from '../hooks.ts'
import { OwnStatusBadge } from './status-badge.tsx'
import { VerdictPanel } from './verdict-panel.tsx'

interface PreviewDialogProps {
  document: ClientDocument
  /** The button that opens the dialog. Without one, the dialog is open. */
  trigger?: ReactElement
  onClose?: () => void
}

/** Shows a document with its status, and a link to the original. */
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
      <OwnStatusBadge document={document} />
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

/** Shows a document's picture or its pages, with frames around what was read. */
export const DocumentContent = ({ document }: { document: ClientDocument }) => {
  const [isMarked, setMarked] = useState(true)
  const regions = document.validation?.metadata.regions ?? []
  if (document.awaitsScan) return <NotScanned />
  const isPdf = document.fileType === 'application/pdf'
  if (!isPdf && !document.fileType.startsWith('image/')) return <NoPreview document={document} />
  const Shown = isPdf ? PdfPages : Picture
  const names = [...new Set(regions.map((region) => region.what))]
  return (
    <div className="grid gap-2">
      {names.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 text-sm text-ink-soft">
          <p>{`Where we read it: ${listed(names)}.`}</p>
          <Button size="small" aria-pressed={isMarked} onClick={() => setMarked(!isMarked)}>
            {isMarked ? 'Hide the frames' : 'Show the frames'}
          </Button>
        </div>
      )}
      <Shown document={document} regions={isMarked ? regions : []} />
    </div>
  )
}

const listed = (names: string[]) =>
  new Intl.ListFormat('en-GB').format(
    names.map((name, at) => (at === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1))),
  )

interface ShownProps {
  document: ClientDocument
  regions: Region[]
}

const marksOf = (regions: Region[], wanted: number) =>
  regions.filter(({ page }) => page === wanted).map(({ what: text, ...place }) => ({ text, ...place }))

/** Shows the original. Falls back to our own preview of it, and then to a link to download it. */
const Picture = ({ document, regions }: ShownProps) => {
  const { id, filename } = document
  const files = use(Files)
  const addresses = [urlOf(files.file, { id }), urlOf(files.preview, { id })]
  const [failures, setFailures] = useState(0)
  const address = addresses[failures]
  if (address === undefined) return <NoPreview document={document} />
  return (
    <div className="relative mx-auto w-fit overflow-clip rounded-lg border border-line bg-sunken">
      <img
        src={address}
        alt={`${titleOf(document)}: ${filename}`}
        onError={() => setFailures((count) => count + 1)}
        className="max-h-[70dvh] w-auto max-w-full"
      />
      <LabelledFrames items={marksOf(regions, 1)} print={null} />
    </div>
  )
}

const NotScanned = () => (
  <p className="rounded-xl border border-line bg-sunken px-5 py-10 text-center text-ink-soft">
    This file is waiting for a virus scan. Nobody can open it until then.
  </p>
)

const NoPreview = ({ document }: { document: ClientDocument }) => (
  <div className="grid justify-items-center gap-3 rounded-xl border border-line bg-sunken px-5 py-10 text-center">
    <p className="text-ink-soft">Preview not available for this file type</p>
    <DownloadLink document={document} />
  </div>
)

export const DownloadLink = ({ document: { id, filename, awaitsScan } }: { document: ClientDocument }) => {
  const { download } = use(Files)
  if (awaitsScan) return null
  return (
    <ButtonAnchor href={urlOf(download, { id })} download={filename} icon={<Download />}>
      Download
    </ButtonAnchor>
  )
}

/** The pages of a client's PDF. */
const PdfPages = ({ document: { id, filename, pages }, regions }: ShownProps) => {
  const files = use(Files)
  const paper = useMemo<PagedDocument>(
    () => ({
      name: filename,
      pages: pages ?? 1,
      pictureOf: (page) => urlOf(files.page, { id, page }),
      usePageText: (page, options) => usePageText(id, page, options),
      marksOn: (page) => marksOf(regions, page),
    }),
    [files, id, filename, pages, regions],
  )
  return <DocumentPages paper={paper} />
}
