import { createHash } from 'node:crypto'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { drawPaper, type Sheet } from '../pdf/document.ts'
import { type Composing, type Composition, stampedMark } from './job.ts'
import { openForSealing } from './screen.ts'
import { stampLastPage } from './stamp.ts'

/** Bytes; a document of 10 MB comes to little more than that, and what unpacks to more is not kept. */
const mostBytes = 40 * 1024 * 1024

const written = { useObjectStreams: false, updateFieldAppearances: false } as const

/** Stamps a document, appends the evidence, and leaves room for the seal. */
export async function compose({ pdf, stamp, lastPage, evidence, words }: Composition): Promise<Composing> {
  const document = await openForSealing(pdf)
  if (typeof document === 'string') return { fault: document }
  await stampLastPage(document, stamp, lastPage)
  document.setModificationDate(words.at)
  const stamped = await document.save(written)
  if (stamped.length > mostBytes) return { fault: 'heavy' }
  const stampedSha256 = createHash('sha256').update(stamped).digest('hex')
  const whole = await PDFDocument.load(stamped, { updateMetadata: false })
  const proof = await PDFDocument.load(await drawPaper(filled(evidence, stampedSha256)))
  for (const page of await whole.copyPages(proof, proof.getPageIndices())) whole.addPage(page)
  addPlaceholder(whole, words)
  return { ready: await whole.save(written), stampedSha256 }
}

const filled = (sheet: Sheet, sha256: string): Sheet => ({
  ...sheet,
  blocks: sheet.blocks.map((block) =>
    block.kind === 'rows'
      ? {
          ...block,
          rows: block.rows.map((row) => ({ ...row, value: row.value.replace(stampedMark, sha256) })),
        }
      : block,
  ),
})

/** Composes it once for trial: only what can be signed later may be sent. */
export const screen = async (pdf: Uint8Array) => {
  const made = await compose({ pdf, ...trial }).catch(() => ({ fault: 'damaged' as const }))
  return 'fault' in made ? made.fault : null
}

const trial = {
  stamp: { picture: null, typedName: 'Trial', lines: [] },
  lastPage: null,
  evidence: {
    letterhead: { name: '', postalAddress: '', telephone: '', email: '', regulator: '', vatNumber: null },
    title: 'Trial',
    blocks: [],
  },
  words: { name: 'Trial', reason: 'Trial', location: 'Portico', at: new Date(0) },
}

export interface SealWords {
  name: string
  reason: string
  location: string
  at: Date
}

/** Bytes; a PKCS#7 envelope with one RSA certificate takes about 2,500. */
const envelope = 8192

/** Adds a signature field without a picture, and room for the seal, to be filled once the file is written. */
function addPlaceholder(document: PDFDocument, words: SealWords) {
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
