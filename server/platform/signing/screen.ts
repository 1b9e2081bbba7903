import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib'

/** Why a PDF cannot be signed here; `heavy` takes more time or memory than any document needs. */
export type Unsealable = 'encrypted' | 'signed' | 'dynamic' | 'damaged' | 'heavy'

/** Opens a PDF that is to be signed, or says why it cannot be. */
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

/** Every seal names the bytes it is about; a field that still waits for one does not. */
const isSigned = ({ context }: PDFDocument) =>
  context.enumerateIndirectObjects().some(([, object]) => {
    const dictionary = object instanceof PDFStream ? object.dict : object
    if (!(dictionary instanceof PDFDict)) return false
    return [dictionary, dictionary.get(PDFName.of('V'))].some(
      (entry) => entry instanceof PDFDict && entry.get(PDFName.of('ByteRange')) instanceof PDFArray,
    )
  })
