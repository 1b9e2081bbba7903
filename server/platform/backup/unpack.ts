import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Takes a tar and unpacks it into a folder, for us alone; fails where the tar is no whole one. */
export function unpackTar(folder: string): Writable {
  // The lock of a socket that was open when the copy was made would keep PostgreSQL from starting.
  const args = ['-x', '-f', '-', '-C', folder, '--no-same-owner', '--exclude=.s.PGSQL.*']
  const child = spawn('tar', args, { stdio: ['pipe', 'ignore', 'pipe'] })
  const complaint = text(child.stderr)
  const ended = once(child, 'close').then(async ([code]) => {
    if (code !== 0) throw new Error(`The database could not be unpacked: ${(await complaint).trim()}`)
  })
  // Whoever writes learns of it at the end; until then nobody listens.
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
