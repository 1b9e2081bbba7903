import { expect, test } from 'vitest'
import { photographs } from '#contract/accounts/photographs.ts'
import { documentSandbox } from '#contract/document-sandbox.ts'
import { documents } from '#contract/documents/documents.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import {
  openSession,
  press,
  sendBytes,
  sendPicture,
  toSession,
  withoutCamera,
} from './features/onboarding/testing.ts'
import { openPortal } from './testing/portal.ts'

const portal = await openPortal()

const iso = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(40)])
const otherPictures: Record<string, Buffer> = {
  HEIC: iso('heic'),
  AVIF: iso('avif'),
  WebP: Buffer.from('RIFF\x10\0\0\0WEBPVP8 '),
  TIFF: Buffer.from('II*\0\x08\0\0\0'),
  BMP: Buffer.from('BM\x36\0\0\0\0\0'),
}

test('a picture of another kind is 415 with "save as JPEG" wherever it is sent', async () => {
  const client = await portal.client()
  const boss = await portal.staff('administrator')
  await press(client, ...withoutCamera)
  const photographer = await portal.client()
  await press(photographer, ...toSession)
  const token = await openSession(photographer)
  await photographer.ask(onboarding.chooseDocument, { token, document: 'passport' })
  const formOf = (bytes: Buffer, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new File([new Uint8Array(bytes)], 'scan.jpg', { type: 'image/jpeg' }))
    return form
  }
  const image = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`
  const places: Record<string, (bytes: Buffer) => ReturnType<typeof client.send>> = {
    'a task, a form, a message or a guest': (bytes) =>
      client.send('POST', documents.upload.path, formOf(bytes, { documentType: 'address_proof' }), {}),
    'the chat': (bytes) => sendBytes(client, new Uint8Array(bytes)),
    'the camera': (bytes) => sendPicture(portal.visitor(), token, 'FRONTSIDE', new Uint8Array(bytes)),
    'the test tool': (bytes) =>
      client.send(
        'POST',
        documentSandbox.run.path,
        { documentType: 'passport', imageData: image(bytes) },
        {},
      ),
    'a photograph of the firm': (bytes) => boss.send('POST', photographs.upload.path, formOf(bytes, {}), {}),
    'a document to sign': (bytes) =>
      boss.send('POST', signatures.send.path, formOf(bytes, { clientId: client.user.id, name: 'Deed' }), {}),
  }
  for (const [place, sendTo] of Object.entries(places))
    for (const [kind, bytes] of Object.entries(otherPictures)) {
      const { status, body } = await sendTo(bytes)
      expect([place, kind, status, /save as JPEG/.test(JSON.stringify(body))]).toEqual([
        place,
        kind,
        415,
        true,
      ])
    }
})
