import { readFileSync } from 'node:fs'
import { documents } from '#contract/documents/documents.ts'
import { timed } from './clients.ts'

/**
 * Uploads a picture again and again for each of these clients, until told to stop: the address, the picture's path, and
 * each client's cookie. In a process of its own, so that whoever measures beside it does not wait for it.
 */
const [, , address = '', path = '', ...cookies] = process.argv
const picture = readFileSync(path)
let copies = 0
/** The picture with another comment, because a file that was sent before is not read again. */
const anew = () => {
  copies += 1
  const comment = Buffer.from(`${process.pid} ${copies}`)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([picture.subarray(0, 2), head, comment, picture.subarray(2)])
}

let isOver = false
let uploads = 0
process.once('message', () => {
  isOver = true
})
process.send?.('ready')
await Promise.all(
  cookies.map(async (cookie) => {
    while (!isOver) {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(anew())]), 'photograph.jpg')
      body.append('documentType', 'utility_bill')
      const { status } = await timed(address + documents.upload.path, {
        method: 'POST',
        headers: { cookie },
        body,
      })
      if (status === 201) uploads += 1
    }
  }),
)
process.send?.(uploads, () => process.exit())
