import { pdfSigns } from './edited-pdf.ts'
import { pictureSigns } from './edited-picture.ts'
import type { EditingSign } from './editing-sign.ts'
import type { Pdf } from './pdf.ts'

/** Signs in a PDF that is open. Never rejects: what cannot be looked at gives no sign. */
export const editingSignsOfPdf = (bytes: Uint8Array, pdf: Pdf): Promise<EditingSign[]> =>
  pdfSigns(bytes, pdf).catch(() => [])

/** Signs in a JPEG or PNG. Never rejects. */
export const editingSignsOfPicture = (bytes: Uint8Array): Promise<EditingSign[]> =>
  pictureSigns(bytes).catch(() => [])
