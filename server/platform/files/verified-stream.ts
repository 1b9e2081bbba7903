import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { unreadable } from './faults.ts'

/** A stream of what the generator gives; failing, it carries a Problem. `close` runs however it ends. */
export const streamOf = (bytes: AsyncGenerator<Buffer>, close: () => Promise<void>) =>
  new Readable({
    read() {
      bytes.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (cause) => this.destroy(unreadable(cause)),
      )
    },
    destroy(error, done) {
      close().then(
        () => done(error),
        (cause) => done(error ?? unreadable(cause)),
      )
    },
  })

/** Passes bytes on, holding the last part back until the whole has the hash that was promised. */
export async function* proved(bytes: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  for await (const part of bytes) {
    hash.update(part)
    if (held) yield held
    held = part
  }
  if (hash.digest('hex') !== sha256) throw new Error('The file does not have the hash that was promised')
  if (held) yield held
}
