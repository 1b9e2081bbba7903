import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { stillReading } from '#contract/documents/validation.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import type { Inspector } from '#inspector/inspector.ts'
import { eicar } from '#inspector/testing/hostile.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import {
  inspectorWithFullQueue,
  inspectorWithLongTimeout,
} from '#server/testing/inspector-with-long-timeout.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import {
  auditOf,
  filesOf,
  goodBill,
  openAdaeze,
  plainPage,
  readOf,
  send,
  taskOf,
  upload,
} from './testing/documents.ts'

const portal = await openPortal({ ports: { inspector: inspectorWithFullQueue() } })

test('a file that nobody can open in time is taken, and opened when it is read', async () => {
  const adaeze = await openAdaeze(portal)
  const { id: taskId } = await taskOf(adaeze, 'proof_of_address')
  const { document } = await upload(adaeze, goodBill, { documentType: 'utility_bill', taskId })
  expect(await readOf(adaeze, document)).toMatchObject({
    status: 'verified',
    pages: 1,
    hasActiveContent: false,
    validation: { valid: true },
  })
  expect(await taskOf(adaeze, 'proof_of_address')).toMatchObject({ outcome: 'verified' })
})

test('what can be seen from outside is refused at once all the same', async () => {
  const ana = await portal.client()
  expect(await send(ana, Buffer.from('MZ'), { filename: 'a.exe' })).toMatchObject({ status: 415 })
  expect(await send(ana, goodBill.subarray(0, goodBill.length / 2))).toMatchObject({
    status: 422,
    body: { reason: 'file_damaged' },
  })
  expect(await ana.ask(documents.list, {})).toEqual([])
})

test('a file that turns out to be damaged is asked for again, with the reason that its upload would have had', async () => {
  const ana = await portal.client()
  const photo = await drawPhoto()
  const damaged = Buffer.concat([photo.subarray(0, photo.length / 2), Buffer.alloc(50)])
  const { id: taskId } = await taskOf(ana, 'proof_of_address')
  const { document } = await upload(ana, damaged, { filename: 'a.jpg', documentType: 'utility_bill', taskId })
  const { validation } = await readOf(ana, document)
  expect(validation).toMatchObject({
    valid: false,
    issues: ["This picture couldn't be read to the end; please take it again."],
  })
  const { reason } = await taskOf(ana, 'proof_of_address')
  expect(reason).not.toBeNull()
})

test('until it was opened, a PDF is handed out like one with active content', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const inspector = inspectorWithFullQueue()
  const accept: Inspector['accept'] = async (bytes, facts, options) => {
    if (options?.until === undefined) await promise
    return inspector.accept(bytes, facts, options)
  }
  const held = await openPortal({ ports: { inspector: { ...inspector, accept } } })
  const ana = await held.client()
  const { document, validation, wait } = await upload(ana, plainPage)
  expect(document).toMatchObject({ hasActiveContent: true, pages: null, validation: null })
  expect(validation).toEqual(stillReading)
  expect(wait).toMatch(/^It should take less than a minute/)
  const { headers } = await held.app.inject({
    url: urlOf(documents.file, { id: document.id }),
    cookies: Object.fromEntries(ana.jar),
  })
  expect(headers['content-disposition']).toMatch(/^attachment/)
  resolve()
  expect(await readOf(ana, document)).toMatchObject({ hasActiveContent: false, pages: 1 })
})

test('one picture sent for two purposes is told once it was opened', async () => {
  const ana = await portal.client()
  const photo = await drawPhoto()
  const again = Buffer.concat([photo, Buffer.from('\0')])
  await readOf(ana, (await upload(ana, photo, { filename: 'a.jpg', documentType: 'passport' })).document)
  const { document } = await upload(ana, again, { filename: 'b.jpg', documentType: 'selfie' })
  const { validation } = await readOf(ana, document)
  expect(validation.issues[0]).toMatch(/^This is the same picture that you sent as your passport\./)
})

test('of a file that turns out to hold a virus nothing is kept, and its client and the administrators are told', async () => {
  const alex = await portal.staff('administrator')
  const ana = await portal.client({ firstName: 'Amara', lastName: 'Okafor' })
  const before = filesOf(portal).length
  await upload(ana, await infected(), { filename: 'invoice.pdf', documentType: 'utility_bill' })
  await expect.poll(() => ana.ask(documents.list, {}), { timeout: 30_000 }).toEqual([])
  await expect.poll(() => filesOf(portal).length).toBe(before)
  const [notification] = await ana.ask(notifications.list, {})
  expect(notification?.title).toMatch(/was refused$/)
  expect(notification?.body).toContain('was refused by the virus scanner')
  expect((await alex.ask(notifications.list, {}))[0]).toMatchObject({
    title: 'A file was refused by the virus scanner',
    body: "Amara Okafor tried to upload invoice.pdf. It wasn't kept.",
  })
  expect(await auditOf(portal, ana.user.id, 'document.refused')).toMatchObject([{ reason: 'malware_found' }])
})

async function infected() {
  const document = await PDFDocument.load(plainPage)
  await document.attach(Buffer.from(eicar), 'note.txt', { mimeType: 'text/plain' })
  return Buffer.from(await document.save())
}

test('when the places for opening are all taken, the next upload is answered in eight seconds, and says when it is read', async () => {
  const inspector = inspectorWithLongTimeout()
  const { promise, resolve } = Promise.withResolvers<void>()
  let opening = 0
  const accept: Inspector['accept'] = async (bytes, facts) => {
    opening += 1
    await promise
    return inspector.accept(bytes, facts)
  }
  const busy = await openPortal({ ports: { inspector: { ...inspector, accept } } })
  const [ana, ...others] = await Promise.all(Array.from({ length: 9 }, () => busy.client()))
  const theirs = others.map((client) => send(client, plainPage))
  await expect.poll(() => opening).toBe(8)
  const began = performance.now()
  const { document, wait } = await upload(ana as Client, plainPage)
  expect(performance.now() - began).toBeLessThan(8000)
  expect(wait).toMatch(/^It should take/)
  resolve()
  for (const { status } of await Promise.all(theirs)) expect(status).toBe(201)
  expect(await readOf(ana as Client, document)).toMatchObject({ pages: 1 })
})
