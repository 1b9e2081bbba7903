import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { privacy } from '#contract/privacy.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import type { Client, Portal } from '#server/testing/portal.ts'

/** Gives the password, and returns the URL of the export. */
export const prepare = async (portal: Portal, person: Client) => {
  const { id } = await person.ask(privacy.prepareExport, { currentPassword: portal.password })
  return `/api/privacy/exports/${id}`
}

export const fetch = (portal: Portal, person: Pick<Client, 'jar'>, url: string) =>
  portal.app.inject({ method: 'GET', url, headers: cookieOf(person.jar) })

/** Returns all files of an archive by path, read by another library than the one that wrote it. */
export async function unpack(archive: Buffer) {
  const zip = await fromBufferPromise(archive)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

/** Returns the export of a client, as it is in the archive. */
export async function exportOf(portal: Portal, person: Client) {
  const reply = await fetch(portal, person, await prepare(portal, person))
  const files = await unpack(reply.rawPayload)
  const rowsOf = (table: string): Record<string, unknown>[] =>
    JSON.parse(files.get(`data/${table}.json`)?.toString() ?? '{}').rows
  return { reply, files, rowsOf, text: reply.statusCode === 200 ? [...files.values()].join('\n') : '' }
}
