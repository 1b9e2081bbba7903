import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { drawPdf } from '../pdf/document.ts'
import type { PdfContent } from '../pdf/layout.ts'
import { type ComposeResult, type Composition, sealRoom, stampedMark } from './job.ts'
import { addPlaceholder } from './placeholder.ts'
import { openForSealing } from './screen.ts'
import { stampLastPage } from './stamp.ts'

/** In bytes. A document of 10 MB stays little above that, and a file that unpacks to more is refused. */
const mostBytes = 40 * 1024 * 1024

const written = { useObjectStreams: false, updateFieldAppearances: false } as const

/** Stamps a document, appends the evidence, and leaves `room` bytes for the seal. */
export async function compose(
  { pdf, title, stamp, lastPage, evidence, words }: Composition,
  room = sealRoom.plain,
): Promise<ComposeResult> {
  const document = await openForSealing(pdf)
  if (typeof document === 'string') return { fault: document }
  await stampLastPage(document, { stamps: stamp, lastPage, title })
  document.setModificationDate(words.at)
  const stamped = await document.save(written)
  if (stamped.length > mostBytes) return { fault: 'heavy' }
  const stampedSha256 = createHash('sha256').update(stamped).digest('hex')
  const whole = await PDFDocument.load(stamped, { updateMetadata: false })
  const proof = await PDFDocument.load(await drawPdf(filled(evidence, stampedSha256)))
  for (const page of await whole.copyPages(proof, proof.getPageIndices())) whole.addPage(page)
  addPlaceholder(whole, words, room)
  return { ready: await whole.save(written), stampedSha256 }
}

const filled = (content: PdfContent, sha256: string): PdfContent => ({
  ...content,
  blocks: content.blocks.map((block) =>
    block.kind === 'rows'
      ? {
          ...block,
          rows: block.rows.map((row) => ({ ...row, value: row.value.replace(stampedMark, sha256) })),
        }
      : block,
  ),
})

/** Composes the file as a trial, so that only files that can be signed later are sent. */
export const screen = async (pdf: Uint8Array) => {
  const made = await compose({ pdf, ...trial }).catch(() => ({ fault: 'damaged' as const }))
  return 'fault' in made ? made.fault : null
}

const trial = {
  title: 'Trial',
  stamp: [{ picture: null, typedName: 'Trial', lines: [] }],
  lastPage: null,
  evidence: {
    letterhead: { name: '', postalAddress: '', telephone: '', email: '', regulator: '', vatNumber: null },
    title: 'Trial',
    blocks: [],
  },
  words: { name: 'Trial', reason: 'Trial', location: 'Portico', at: new Date(0) },
}
