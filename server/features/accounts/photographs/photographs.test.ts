import sharp from 'sharp'
import { expect, test } from 'vitest'
import { photographPath, photographSizes, photographs } from '#contract/accounts/photographs.ts'
import { people } from '#contract/firm/people.ts'
import { matters } from '#contract/matters/matters.ts'
import { messages } from '#contract/messages.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')
const ana = await portal.client()

/** Wider than high, red on the left and blue on the right, with location and camera in its metadata. */
const picture = () =>
  sharp({ create: { width: 900, height: 400, channels: 3, background: 'red' } })
    .composite([
      {
        input: { create: { width: 450, height: 400, channels: 3, background: 'blue' } },
        left: 450,
        top: 0,
      },
    ])
    .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()

type Person = { jar: ReadonlyMap<string, string> }
const send = (person: Person, bytes: Uint8Array, type = 'image/jpeg', name = 'me.jpg') => {
  const payload = new FormData()
  payload.append('file', new Blob([bytes], { type }), name)
  return portal.app.inject({
    method: 'POST',
    url: photographs.upload.path,
    headers: cookieOf(person.jar),
    payload,
  })
}
const get = (person: Person | null, url: string) =>
  portal.app.inject({ url, ...(person && { headers: cookieOf(person.jar) }) })

test('a photograph is a square made anew, without place or camera, and clients and colleagues see it', async () => {
  const taken = await send(priya, await picture())
  expect(taken.statusCode).toBe(201)
  const { id } = photographs.upload.output.parse(taken.json())
  const [small, large] = [photographPath(id) ?? '', photographPath(id, 'large') ?? '']
  for (const [url, side] of [
    [small, photographSizes.small],
    [large, photographSizes.large],
  ] as const) {
    const shown = await get(ana, url)
    expect(shown.headers['content-type']).toBe('image/jpeg')
    const { width, height, exif, format } = await sharp(shown.rawPayload).metadata()
    expect({ width, height, exif, format }).toEqual({
      width: side,
      height: side,
      exif: undefined,
      format: 'jpeg',
    })
    expect(shown.rawPayload.toString('latin1')).not.toContain('Secret Camera')
  }

  const { id: caseId } = await priya.ask(matters.start, {
    clientId: ana.user.id,
    title: 'A flat',
    type: 'Purchase',
    priority: 'low',
    description: 'A flat',
    whose: 'firm',
    nextStep: 'Order the searches',
  })
  const { facts } = await priya.ask(matters.firmOne, { id: caseId })
  await priya.ask(matters.saveFacts, { id: caseId, ...facts, feeEarnerId: priya.user.id })
  expect((await ana.ask(matters.one, { id: caseId })).people).toMatchObject([{ photographId: id }])
  expect(
    (await ana.ask(messages.contacts, {})).find((contact) => contact.id === priya.user.id),
  ).toMatchObject({
    photographId: id,
  })
  const listed = (await boss.ask(people.list, {})).people
  expect(listed.find((person) => person.id === priya.user.id)?.photographId).toBe(id)
  expect((await get(null, small)).statusCode).toBe(401)
})

test('another photograph takes the place of the first, and a removed one is nowhere any more', async () => {
  const first = photographs.upload.output.parse((await send(boss, await picture())).json()).id
  const second = photographs.upload.output.parse((await send(boss, await picture())).json()).id
  expect(second).not.toBe(first)
  expect((await get(ana, photographPath(first) ?? '')).statusCode).toBe(404)
  await boss.ask(photographs.remove, {})
  expect((await get(ana, photographPath(second) ?? '')).statusCode).toBe(404)
  expect(await boss.ask(photographs.own, {})).toEqual({ id: null })
})

test('what is no whole JPEG or PNG of up to 5 MB is refused, and the photograph that was there stays', async () => {
  const omar = await portal.staff('fee_earner')
  const { id } = photographs.upload.output.parse((await send(omar, await picture())).json())
  const whole = await picture()
  const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: 'white' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const refused = [
    [await send(omar, Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml', 'me.svg'), 415],
    [await send(omar, whole.subarray(0, whole.length / 2)), 422],
    [await send(omar, bomb, 'image/png', 'me.png'), 422],
    [await send(omar, Buffer.concat([whole, Buffer.alloc(5 * 1024 * 1024)])), 413],
  ] as const
  expect(refused.map(([{ statusCode }]) => statusCode)).toEqual(refused.map(([, status]) => status))
  const [svg] = refused
  expect(svg[0].json().message).toBe('This is an SVG drawing. Please choose a photo: a JPEG or a PNG.')
  const tooLarge = await send(omar, Buffer.concat([whole, Buffer.alloc(11 * 1024 * 1024)]))
  expect(tooLarge.json()).toMatchObject({
    code: 'too_large',
    message: 'This photo is larger than 5 MB. Please choose a smaller one.',
  })
  for (const name of ['me.pdf', 'me.jpg'])
    expect((await send(omar, Buffer.from('%PDF-1.7\n%%EOF'), 'application/pdf', name)).json()).toMatchObject({
      message: 'Please choose a photo: a JPEG or a PNG.',
      reason: 'not_a_picture',
    })
  expect((await send(ana, whole)).statusCode).toBe(403)
  expect(await omar.ask(photographs.own, {})).toEqual({ id })
})
