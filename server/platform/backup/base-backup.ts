import { Readable } from 'node:stream'
import pg from 'pg'
import type { Connection } from '../postgres/roles.ts'

/**
 * All of a running PostgreSQL as one tar, with the log of what was written meanwhile: what `pg_basebackup -X fetch`
 * would write. The server itself leaves out what must not be copied, and checks each page on its way.
 *
 * @throws on the stream, when a page is damaged or the server is stopped meanwhile.
 */
export async function openBaseBackup(superuser: Connection): Promise<Readable> {
  const client = new pg.Client({ ...superuser, replication: 'true' } as pg.ClientConfig)
  // A server that stops reports here as well as to the query, and without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  // Without it, a long copy could find that the log of its beginning has been recycled.
  await client.query('CREATE_REPLICATION_SLOT portico_backup TEMPORARY PHYSICAL RESERVE_WAL')
  const stream = new Readable({
    read: () => void client.connection.stream.resume(),
    destroy: (error, done) => {
      client.end().then(
        () => done(error),
        () => done(error),
      )
    },
  })
  const copying = new pg.Query(
    "BASE_BACKUP (LABEL 'portico', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no')",
    undefined,
    (error: Error | undefined) => {
      if (error) stream.destroy(error)
      else stream.push(null)
    },
  )
  const handleCopyData = ({ chunk }: { chunk: Buffer }) => {
    // The first byte says what follows: `d` is a part of the tar, the others name it and its progress.
    if (chunk[0] !== tarData) return
    // The driver uses the memory of a message again.
    if (!stream.push(Buffer.from(chunk.subarray(1)))) client.connection.stream.pause()
  }
  client.query(Object.assign(copying, { handleCopyData }))
  return stream
}

const tarData = 'd'.charCodeAt(0)
