import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import { P12Signer } from '@signpdf/signer-p12'
import { SignPdf } from '@signpdf/signpdf'
import type { Sheet } from '../paper/sheet.ts'
import { drawPaper } from '../paper.ts'
import { type Answer, type Job, type SealJob, stampedMark } from './job.ts'
import { addPlaceholder } from './placeholder.ts'
import { openForSealing } from './screen.ts'
import { stampLastPage } from './stamp.ts'

/** Stamps, appends the evidence, and seals what came of it. */
async function seal({ pdf, stamp, lastPage, evidence, words, p12 }: SealJob): Promise<Answer> {
  const document = await openForSealing(pdf)
  if (typeof document === 'string') return { end: 'unsealable', fault: document }
  await stampLastPage(document, stamp, lastPage)
  document.setModificationDate(words.at)
  const stamped = await document.save({ useObjectStreams: false, updateFieldAppearances: false })
  const stampedSha256 = createHash('sha256').update(stamped).digest('hex')
  const whole = await PDFDocument.load(stamped, { updateMetadata: false })
  const proof = await PDFDocument.load(await drawPaper(filled(evidence, stampedSha256)))
  for (const page of await whole.copyPages(proof, proof.getPageIndices())) whole.addPage(page)
  addPlaceholder(whole, words)
  const ready = await whole.save({ useObjectStreams: false, updateFieldAppearances: false })
  const sealed = await new SignPdf().sign(Buffer.from(ready), new P12Signer(Buffer.from(p12)), words.at)
  return { end: 'sealed', sealed: { pdf: new Uint8Array(sealed), stampedSha256 } }
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

const screen = async (pdf: Uint8Array): Promise<Answer> => {
  const document = await openForSealing(pdf)
  return { end: 'screened', fault: typeof document === 'string' ? document : null }
}

const job = workerData as Job
parentPort?.postMessage(await (job.task === 'seal' ? seal(job) : screen(job.pdf)))
