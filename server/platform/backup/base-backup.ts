import { Readable } from 'node:stream'
import pg from 'pg'
import type { Connection } from '../postgres/roles.ts'

/**
 * Streams a running PostgreSQL cluster as one tar, with the log written meanwhile, as `pg_basebackup -X fetch` would.
 * The server itself leaves out what must not be copied, and checks each page as it reads it.
 *
 * @throws on the stream, if a page is damaged or the server is stopped meanwhile.
 */
export async function openBaseBackup(superuser: Connection): Promise<Readable> {
  const client = new pg.Client({ ...superuser, replication: 'true' } as pg.ClientConfig)
  // A stopping server reports an error on the client as well as on the query. Without a listener, that would end the
  // process.
  client.on('error', () => {})
  await client.connect()
  // Without the slot, a long copy could find that the log of its start has been recycled.
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
    // The first byte gives the type: `d` is a part of the tar, the others are its name and its progress.
    if (chunk[0] !== tarData) return
    // Copied, because the driver reuses the memory of a message.
    if (!stream.push(Buffer.from(chunk.subarray(1)))) client.connection.stream.pause()
  }
  client.query(Object.assign(copying, { handleCopyData }))
  return stream
}

const tarData = 'd'.charCodeAt(0)
