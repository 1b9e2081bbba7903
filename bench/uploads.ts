import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { uploadLimit } from '#contract/documents/documents.ts'
import { diskStorage } from '#server/platform/files/disk-storage.ts'
import { openKeyring } from '#server/platform/files/keyring.ts'
import { openFileStore } from '#server/platform/files/store.ts'
import { median } from './load.ts'

export interface Uploads {
  /** Median milliseconds. A contract is only checked as a file; a photograph is read. */
  contract: number
  photograph: number
  copy: number
  bytes: number
}

const rounds = 15

/** A picture of about five megabytes, different each time, as photographs are. */
const photograph = async () => {
  const [width, height] = [2720, 2000]
  const noise = Buffer.from(Array.from({ length: (width * height * 3) / 4 }, () => Math.random() * 256))
  const pixels = Buffer.concat([noise, noise, noise, noise])
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 93 })
    .toBuffer()
}

/** A contract with one page of text and one picture. */
const contract = async (picture: Uint8Array) => {
  const pdf = await PDFDocument.create()
  pdf.addPage().drawText('This agreement is made between the parties named below. '.repeat(3), { size: 9 })
  pdf.addPage().drawImage(await pdf.embedJpg(picture))
  return pdf.save()
}

interface Sender {
  address: string
  cookie: string
  taskId: string
}

/**
 * Measures a POST of five megabytes up to the response with its verdict, compared with encrypting the same bytes onto
 * the same disk.
 */
export async function measureUploads({ address, cookie, taskId }: Sender): Promise<Uploads> {
  const picture = await photograph()
  const paper = await contract(picture)
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  const storage = diskStorage(join(folder, 'files'))
  const keyring = await openKeyring(join(folder, 'keys.json'), { protects: storage })
  const store = await openFileStore({ storage, keyring })
  const post = async (bytes: Uint8Array, filename: string, facts: Record<string, string>) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), filename)
    for (const [name, value] of Object.entries(facts)) form.append(name, value)
    const reply = await fetch(`${address}/api/documents/upload`, {
      method: 'POST',
      headers: { cookie },
      body: form,
    })
    if (reply.status !== 201) throw new Error(`the upload was refused: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  const work = {
    contract: () => post(paper, 'contract.pdf', { documentType: 'legal' }),
    photograph: () =>
      post(anew(picture), 'photograph.jpg', { taskId, documentType: 'Upload proof of funds' }),
    copy: () => store.put(Readable.from([picture]), { limit: uploadLimit }),
  }
  const times = { contract: [] as number[], photograph: [] as number[], copy: [] as number[] }
  const names = ['contract', 'photograph', 'copy'] as const
  for (const name of names) await work[name]()
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) times[name].push(await timed(work[name]))
  rmSync(folder, { recursive: true, force: true })
  return {
    contract: median(times.contract),
    photograph: median(times.photograph),
    copy: median(times.copy),
    bytes: picture.length,
  }
}

let copies = 0
/** Adds a different comment to a picture each time, because a file sent before for the same task is not read again. */
const anew = (picture: Uint8Array) => {
  copies += 1
  const remark = [0xff, 0xfe, 0, 4, copies >> 8, copies & 0xff]
  return Buffer.concat([picture.subarray(0, 2), Buffer.from(remark), picture.subarray(2)])
}

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
