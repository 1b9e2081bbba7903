import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { FileStore } from '#server/platform/files/port.ts'
import type { Gathered } from './gathering.ts'
import { noteOf } from './words.ts'

interface Sources {
  files: FileStore
  leaflet: string
  at: Date
}

/**
 * The archive as it is made: each file is opened when its turn comes, so that there is never more than one in
 * memory, and that not whole. A file that was lost before is named in a note of its own; one that cannot be read now
 * breaks the archive off: half an export must not look whole.
 */
export function archiveOf(
  { parts, files, lost }: Gathered,
  { files: store, leaflet, at }: Sources,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let open: Readable | null = null
  zip.on('error', (error: Error) => output.destroy(error))
  // Whoever stops listening closes what was open for them.
  output.on('close', () => open?.destroy())

  zip.addBuffer(Buffer.from(leaflet), 'index.html', { mtime: at })
  if (lost.length > 0) zip.addBuffer(Buffer.from(noteOf(lost)), 'MISSING FILES.txt', { mtime: at })
  for (const { name, title, rows } of parts)
    zip.addBuffer(Buffer.from(JSON.stringify({ title, rows }, null, 2)), `data/${name}.json`, { mtime: at })
  for (const { path, key, sha256, size } of files)
    zip.addReadStreamLazy(path, { mtime: at, size, compress: false }, (give) => {
      store.read(key, { sha256 }).then(
        (bytes) => {
          open = bytes
          bytes.on('error', (error) => output.destroy(error))
          give(null, bytes)
        },
        (error: Error) => output.destroy(error),
      )
    })
  zip.end()
  return output
}
