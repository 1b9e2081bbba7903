import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib'

/** Why a PDF cannot be signed here. `heavy` needs more time or memory than any ordinary document. */
export type Unsealable = 'encrypted' | 'signed' | 'dynamic' | 'damaged' | 'heavy'

/** Opens a PDF for signing, or returns why it cannot be signed. */
export async function openForSealing(pdf: Uint8Array): Promise<PDFDocument | Unsealable> {
  const document = await opened(pdf)
  if (document === null) return 'damaged'
  if (document.isEncrypted) return 'encrypted'
  const form = document.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)
  if (form?.has(PDFName.of('XFA'))) return 'dynamic'
  return isSigned(document) ? 'signed' : document
}

const opened = async (pdf: Uint8Array) => {
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false, ignoreEncryption: true })
    if (document.getPageCount() === 0) return null
    return document
  } catch {
    return null
  }
}

/** Returns whether the PDF has a signature. Each one has a byte range, unlike an empty signature field. */
const isSigned = ({ context }: PDFDocument) =>
  context.enumerateIndirectObjects().some(([, object]) => {
    const dictionary = object instanceof PDFStream ? object.dict : object
    if (!(dictionary instanceof PDFDict)) return false
    return [dictionary, dictionary.get(PDFName.of('V'))].some(
      (entry) => entry instanceof PDFDict && entry.get(PDFName.of('ByteRange')) instanceof PDFArray,
    )
  })
