import { Download } from 'lucide-react'
import { use, useMemo, useState } from 'react'
import type { ClientDocument } from '#contract/documents/documents.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { ButtonAnchor } from '#web/ui/actions/button.tsx'
import { type Paper, PaperPages } from '#web/ui/data/document-pages.tsx'
import { Files } from '../files.ts'
import { usePageText } from '../hooks.ts'

/** The document itself: its picture, or the pictures of its pages. */
export const DocumentContent = ({ document }: { document: ClientDocument }) => {
  if (document.awaitsScan) return <NotScanned />
  if (document.fileType === 'application/pdf') return <PdfPages document={document} />
  if (document.fileType.startsWith('image/')) return <Picture document={document} />
  return <NoPreview document={document} />
}

/** The original, else our own picture of it, else the way to download it. */
const Picture = ({ document }: { document: ClientDocument }) => {
  const { id, filename } = document
  const files = use(Files)
  const addresses = [urlOf(files.file, { id }), urlOf(files.preview, { id })]
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
const PdfPages = ({ document: { id, filename, pages } }: { document: ClientDocument }) => {
  const files = use(Files)
  const paper = useMemo<Paper>(
    () => ({
      name: filename,
      pages: pages ?? 1,
      pictureOf: (page) => urlOf(files.page, { id, page }),
      usePageText: (page, options) => usePageText(id, page, options),
    }),
    [files, id, filename, pages],
  )
  return <PaperPages paper={paper} />
}
