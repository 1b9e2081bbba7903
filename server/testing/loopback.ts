import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'

const host = '127.0.0.1'

/** Opens a server only on this machine, on a free port by default. `close` also ends its connections. */
export async function openOnLoopback(server: Server, port = 0) {
  server.listen(port, host)
  await once(server, 'listening')
  const { port: chosen } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return { port: chosen, address: `http://${host}:${chosen}`, close }
}

/** Returns a port of this machine that is free at this moment. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, host, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Returns whether a port of this machine is in use. */
export const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host, () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
