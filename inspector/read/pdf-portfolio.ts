import type { Pdf } from './pdf.ts'

/** What stands between a reader and the document: other files inside, or a form that only its maker's program shows. */
export type Wrapping = 'files' | 'form'

/** Tells it of a PDF in which nothing could be recognised. */
export const wrappingOf = async ({ document }: Pdf): Promise<Wrapping | null> => {
  const { info } = await document.getMetadata()
  const told = new Map(Object.entries(info))
  if (told.get('IsXFAPresent') === true) return 'form'
  const attached = (await document.getAttachments())?.size ?? 0
  return told.get('IsCollectionPresent') === true || attached > 0 ? 'files' : null
}
