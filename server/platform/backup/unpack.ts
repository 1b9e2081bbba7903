import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Unpacks a tar into a folder, readable only by the portal's user. Fails if the tar is incomplete. */
export function unpackTar(folder: string): Writable {
  // PostgreSQL would not start with the lock file of a socket that was open when the copy was made.
  const args = ['-x', '-f', '-', '-C', folder, '--no-same-owner', '--exclude=.s.PGSQL.*']
  const child = spawn('tar', args, { stdio: ['pipe', 'ignore', 'pipe'] })
  const complaint = text(child.stderr)
  const ended = once(child, 'close').then(async ([code]) => {
    if (code !== 0) throw new Error(`The database could not be unpacked: ${(await complaint).trim()}`)
  })
  // The writer gets this error at the end, and until then nothing handles it.
  ended.catch(() => {})
  child.stdin.on('error', () => {})
  return new Writable({
    write: (chunk, _, done) => {
      if (child.stdin.write(chunk)) done()
      else void Promise.race([once(child.stdin, 'drain'), ended]).then(() => done(), done)
    },
    final: (done) => {
      child.stdin.end()
      ended.then(() => done(), done)
    },
    destroy: (error, done) => {
      child.kill()
      done(error)
    },
  })
}
