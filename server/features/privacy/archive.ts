import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { FileStore } from '#server/platform/files/port.ts'
import type { Gathered, Part } from './collection.ts'
import { noteOf } from './words.ts'

interface Sources {
  files: FileStore
  leaflet: AsyncIterable<string>
  at: Date
}

/**
 * The archive as it is made: rows are read and each file is opened when its turn comes, so that there is never more
 * than one in memory, and that not whole. A file that was lost before is named in a note of its own; one that cannot
 * be read now breaks the archive off: half an export must not look whole.
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
  const add = (path: string, sized: { size?: number; compress?: boolean }, begin: () => Promise<Readable>) =>
    zip.addReadStreamLazy(path, { mtime: at, ...sized }, (give) => {
      begin().then(
        (bytes) => {
          open = bytes
          bytes.on('error', (error) => output.destroy(error))
          give(null, bytes)
        },
        (error: Error) => output.destroy(error),
      )
    })

  add('index.html', {}, async () => Readable.from(inPieces(leaflet)))
  if (lost.length > 0) zip.addBuffer(Buffer.from(noteOf(lost)), 'MISSING FILES.txt', { mtime: at })
  for (const part of parts)
    add(`data/${part.name}.json`, {}, async () => Readable.from(inPieces(jsonOf(part))))
  for (const { path, key, sha256, size } of files)
    add(path, { size, compress: false }, () => store.read(key, { sha256 }))
  zip.end()
  return output
}

async function* jsonOf({ title, rows }: Part) {
  let before = `{\n"title": ${JSON.stringify(title)},\n"rows": [`
  for await (const row of rows()) {
    yield `${before}\n${JSON.stringify(row, null, 2)}`
    before = ','
  }
  yield `${before === ',' ? '' : before}\n]\n}\n`
}

const pieceLength = 32 * 1024

/** A piece for each word would take longer to pass on than to make. */
async function* inPieces(words: AsyncIterable<string>) {
  let piece = ''
  for await (const word of words) {
    piece += word
    if (piece.length < pieceLength) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}
