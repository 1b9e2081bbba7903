import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { uploadLimit } from '#contract/documents.ts'
import { openKeyring } from '#server/platform/files/keyring.ts'
import { openFileStore } from '#server/platform/files/store.ts'
import { median } from './load.ts'

export interface Uploads {
  /** Milliseconds, medians. */
  upload: number
  copy: number
  bytes: number
}

const rounds = 15

/** A picture of about five megabytes that is different each time, as photographs are. */
const photograph = async () => {
  const [width, height] = [2000, 1500]
  const noise = Buffer.from(Array.from({ length: (width * height * 3) / 4 }, () => Math.random() * 256))
  const pixels = Buffer.concat([noise, noise, noise, noise])
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 93 })
    .toBuffer()
}

/** POST of five megabytes, whole, against sealing the same bytes onto the same disk. */
export async function measureUploads({
  address,
  cookie,
  taskId,
}: {
  address: string
  cookie: string
  taskId: string
}): Promise<Uploads> {
  const picture = await photograph()
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  const keyring = await openKeyring(join(folder, 'keys.json'), { protects: join(folder, 'files') })
  const store = await openFileStore({ directory: join(folder, 'files'), keyring })
  const upload = async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photograph.jpg')
    form.append('taskId', taskId)
    form.append('documentType', 'Upload proof of funds')
    const reply = await fetch(`${address}/api/documents/upload`, {
      method: 'POST',
      headers: { cookie },
      body: form,
    })
    if (reply.status !== 201) throw new Error(`the upload was refused: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  const copy = () => store.put(Readable.from([picture]), { limit: uploadLimit })
  await upload()
  await copy()
  const times = { upload: [] as number[], copy: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.upload.push(await timed(upload))
    times.copy.push(await timed(copy))
  }
  rmSync(folder, { recursive: true, force: true })
  return { upload: median(times.upload), copy: median(times.copy), bytes: picture.length }
}

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
