import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'

export interface SealWords {
  name: string
  reason: string
  location: string
  at: Date
}

/**
 * Adds an invisible signature field with `room` bytes for the seal, filled once the file is written. Objects that later
 * updates of a sealed file extend come just before the seal (`pades/updates.ts`): the proof for its readers, the fields
 * of the form, and the fields of the last page.
 */
export function addPlaceholder(document: PDFDocument, words: SealWords, room: number) {
  const { context, catalog } = document
  const page = document.getPage(document.getPageCount() - 1)
  const form = formOf(document)
  const fields = listOf(context, form.lookupMaybe(PDFName.of('Fields'), PDFArray))
  const annotations = listOf(context, page.node.Annots())
  const proof = context.register(context.obj({ Type: 'DSS' }))
  const fieldList = context.register(fields)
  const annotationList = context.register(annotations)
  const seal = context.register(sealOf(context, words, room))
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      V: seal,
      T: PDFString.of(`Seal ${seal.objectNumber}`),
      // Print and locked.
      F: 132,
      P: page.ref,
    }),
  )
  fields.push(widget)
  annotations.push(widget)
  catalog.set(PDFName.of('DSS'), proof)
  form.set(PDFName.of('Fields'), fieldList)
  // Signatures exist, and only additions may follow (ISO 32000-1 table 219).
  form.set(PDFName.of('SigFlags'), PDFNumber.of(3))
  page.node.set(PDFName.of('Annots'), annotationList)
}

/** Returns a list of the same entries, each an indirect object. */
function listOf(context: PDFContext, known: PDFArray | undefined) {
  const list = PDFArray.withContext(context)
  for (const entry of known?.asArray() ?? [])
    list.push(entry instanceof PDFRef ? entry : context.register(entry))
  return list
}

function formOf({ catalog, context }: PDFDocument) {
  const known = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)
  const form = known ?? context.obj({})
  if (!known) catalog.set(PDFName.of('AcroForm'), context.register(form))
  return form
}

const sealOf = (context: PDFContext, { name, reason, location, at }: SealWords, room: number) => {
  const range = PDFArray.withContext(context)
  range.push(PDFNumber.of(0))
  for (let part = 0; part < 3; part += 1) range.push(PDFName.of('*'.repeat(10)))
  // The range comes before the contents, because that is where `fillPlaceholder` looks for it.
  return context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: range,
    Contents: PDFHexString.of('0'.repeat(room * 2)),
    Reason: PDFHexString.fromText(reason),
    M: PDFString.fromDate(at),
    Name: PDFHexString.fromText(name),
    Location: PDFHexString.fromText(location),
  })
}
