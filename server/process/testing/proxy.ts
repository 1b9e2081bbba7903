import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { freePort, isListening } from '#server/testing/loopback.ts'
import { temporaryFolder } from './portal-process.ts'

/** The real haproxy, if `npm run test:providers` has installed it. Otherwise each node is called directly. */
const haproxy = process.env['PORTICO_TRY_HAPROXY']

/** Returns the address of each node: its own, or that of the proxy in front of all. */
export async function openDoors(nodes: readonly { port: number; address: string }[]): Promise<string[]> {
  if (haproxy === undefined) return nodes.map(({ address }) => address)
  const port = await freePort()
  const path = join(temporaryFolder(), 'haproxy.cfg')
  writeFileSync(path, configuration(port, nodes))
  // One that outlives a killed worker must not keep the run's own output open.
  const child = spawn(haproxy, ['-db', '-f', path], { stdio: 'ignore' })
  afterAll(async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  })
  while (!(await isListening(port))) await sleep(20)
  return nodes.map(() => `http://127.0.0.1:${port}`)
}

/** The configuration in docs/scaling.md without TLS. */
const configuration = (port: number, nodes: readonly { port: number }[]) => `
defaults
  mode http
  option forwardfor
  option redispatch
  retries 2
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 5s
frontend portal
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /api/health
${nodes.map((node, at) => `  server node${at} 127.0.0.1:${node.port} check inter 500ms fall 1`).join('\n')}
`
