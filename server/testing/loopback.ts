import { randomInt } from 'node:crypto'
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

/** Below the ports that the system gives to whoever asks for any, so that no other program gets one of these later. */
const ownPorts = { from: 20_000, below: 32_000 }
/** The ports of one worker of the test run, since two workers could draw the same one before either uses it. */
const span = 200
const spans = (ownPorts.below - ownPorts.from) / span
const first = ownPorts.from + span * (Number(process.env['VITEST_POOL_ID'] ?? 0) % spans)
// Not the first one: two test runs on one machine have the same spans.
let drawn = randomInt(span)

/** Returns a port of this machine that is free now and that no other test of this run is given meanwhile. */
export async function freePort() {
  for (;;) {
    drawn = (drawn + 1) % span
    if (await isFree(first + drawn)) return first + drawn
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, host, () => server.close(() => resolve(true)))
  })

/** Returns whether a port of this machine is in use. */
export const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host, () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
