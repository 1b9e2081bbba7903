import process from 'node:process'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { hiddenBomb } from '#inspector/testing/hostile.ts'
import { openPortal } from '#server/testing/portal.ts'
import { send, typed } from './testing/signature-requests.ts'

const portal = await openPortal()
const solicitor = await portal.staff('fee_earner')
const client = await portal.client()
const megabytes = 1024 * 1024

/** Returns the most memory that the process gained while the work ran. */
async function growthDuring(work: () => Promise<unknown>) {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  await work().finally(() => clearInterval(watch))
  return (most - before) / megabytes
}

test('a few kilobytes that unpack to gigabytes are refused with a sentence, and the portal stays small and goes on', async () => {
  const bytes = new Uint8Array(hiddenBomb())
  expect(bytes.length / megabytes).toBeLessThan(0.1)
  let refused: unknown
  const { id } = await send(solicitor, client)
  const growth = await growthDuring(async () => {
    const heavy = send(solicitor, client, { bytes }).catch((error: unknown) => error)
    // Another document is signed meanwhile.
    expect(await client.ask(signatures.create, typed(id))).toMatchObject({ documentId: id })
    refused = await heavy
  })
  expect(refused).toMatchObject({
    code: 'unprocessable',
    reason: 'too_complex',
    message: expect.stringMatching(/^We couldn't open this file safely.*\.$/),
  })
  expect(growth).toBeLessThan(300)
})

test('among the documents that a client uploads, such a file leaves the portal as small', async () => {
  const form = new FormData()
  form.append('documentType', 'legal')
  form.append('file', new Blob([new Uint8Array(hiddenBomb())], { type: 'application/pdf' }), 'letter.pdf')
  let status = 0
  const growth = await growthDuring(async () => {
    status = (await client.send('POST', documents.upload.path, form, {})).status
    await client.ask(documents.list, {})
  })
  expect([201, 422]).toContain(status)
  expect(growth).toBeLessThan(300)
})
