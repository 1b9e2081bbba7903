import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { openPortal } from '#server/testing/portal.ts'
import { unread, upload } from './testing/documents.ts'

test('a file that is lost is refused as itself, and nothing of that answer looks like the file', async () => {
  const portal = await openPortal()
  const ana = await portal.client()
  const photo = await drawPhoto({ width: 400, height: 300, lines: 1 })
  const { document } = await upload(ana, photo, { ...unread, filename: 'a.jpg' })
  rmSync(join(portal.folder, 'files'), { recursive: true })

  const reply = await portal.app.inject({
    url: urlOf(documents.file, { id: document.id }),
    headers: { range: 'bytes=0-9' },
    cookies: Object.fromEntries(ana.jar),
  })
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable'])
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
  for (const name of ['etag', 'content-disposition', 'content-range', 'accept-ranges'])
    expect(reply.headers[name]).toBeUndefined()
})
