import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'

export interface SealWords {
  name: string
  reason: string
  location: string
  at: Date
}

/** Bytes; a PKCS#7 envelope with one RSA certificate takes about 2,500. */
const envelope = 8192

/** Adds a signature field without a picture, and room for the seal, to be filled once the file is written. */
export function addPlaceholder(document: PDFDocument, words: SealWords) {
  const { context } = document
  const seal = context.register(sealOf(context, words))
  const page = document.getPage(document.getPageCount() - 1)
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      V: seal,
      T: PDFString.of(`Seal ${seal.objectNumber}`),
      // Printed with the page, and locked.
      F: 132,
      P: page.ref,
    }),
  )
  page.node.addAnnot(widget)
  addToForm(document, widget)
}

const sealOf = (context: PDFContext, { name, reason, location, at }: SealWords) => {
  const range = PDFArray.withContext(context)
  range.push(PDFNumber.of(0))
  for (let part = 0; part < 3; part += 1) range.push(PDFName.of('*'.repeat(10)))
  // The range stands before the contents: this is where the library that fills them looks.
  return context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: range,
    Contents: PDFHexString.of('0'.repeat(envelope * 2)),
    Reason: PDFHexString.fromText(reason),
    M: PDFString.fromDate(at),
    Name: PDFHexString.fromText(name),
    Location: PDFHexString.fromText(location),
  })
}

const addToForm = ({ catalog, context }: PDFDocument, widget: PDFRef) => {
  const known = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)
  const form = known ?? context.obj({})
  if (!known) catalog.set(PDFName.of('AcroForm'), context.register(form))
  const fields = form.lookupMaybe(PDFName.of('Fields'), PDFArray) ?? PDFArray.withContext(context)
  fields.push(widget)
  form.set(PDFName.of('Fields'), fields)
  // Signatures exist, and only additions may follow (ISO 32000-1 table 219).
  form.set(PDFName.of('SigFlags'), PDFNumber.of(3))
}
