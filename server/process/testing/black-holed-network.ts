import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/**
 * A proxy to a server whose connections can go dead: they stay open on both sides, but nothing passes. A connection is
 * identified by the bytes it begins with.
 */
export async function openBlackHoledNetwork(to: { host: string; port: number }) {
  const pairs: { words: string; near: Socket; far: Socket }[] = []
  const server = createServer((near) => {
    const far = connect(to.port, to.host)
    const pair = { words: '', near, far }
    pairs.push(pair)
    near.once('data', (first) => {
      pair.words = first.toString('latin1')
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => {})
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  afterAll(() => {
    for (const { near } of pairs) near.destroy()
    server.close()
  })
  const address = server.address()
  return {
    host: '127.0.0.1',
    port: typeof address === 'object' && address ? address.port : 0,
    /** Lets nothing more pass on the open connections that began with these words. */
    goDead: (words: string) => {
      for (const pair of pairs.filter((pair) => pair.words.includes(words))) {
        pair.near.unpipe(pair.far)
        pair.far.unpipe(pair.near)
      }
    },
  }
}
