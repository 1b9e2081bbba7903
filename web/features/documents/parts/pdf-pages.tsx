import { use, useMemo } from 'react'
import type { ClientDocument } from '#contract/documents/documents.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { type Paper, PaperPages } from '#web/ui/data/document-pages.tsx'
import { Files } from '../files.ts'
import { usePageText } from '../hooks.ts'

/** The pages of a client's PDF. */
export const PdfPages = ({ document: { id, filename, pages } }: { document: ClientDocument }) => {
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
