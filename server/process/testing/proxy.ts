import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
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

/**
 * The configuration that docs/scaling.md gives, line by line, but for what depends on the place: TLS, and where it
 * listens and the nodes are.
 */
function configuration(port: number, nodes: readonly { port: number }[]) {
  const lines = configurationIn(readFileSync(page, 'utf8'))
  const server = lines.find((line) => isServer.test(line))
  if (server === undefined || !lines.some((line) => isBind.test(line)))
    throw new Error('docs/scaling.md gives no configuration of haproxy that can be tried.')
  const servers = nodes.map((node, at) => server.replace(isServer, `$1node${at} 127.0.0.1:${node.port} `))
  return lines
    .filter((line) => !isOfTls.test(line))
    .flatMap((line) => {
      if (line === server) return servers
      return isServer.test(line) ? [] : [line.replace(isBind, `$1127.0.0.1:${port}`)]
    })
    .concat('')
    .join('\n')
}

const page = join(import.meta.dirname, '../../../docs/scaling.md')

/** The indented lines that follow the words about haproxy. */
const configurationIn = (text: string) => {
  const [, after = ''] = text.split(/^For haproxy,/m)
  return (/(?:^ {4}.*\n)+/m.exec(after)?.[0] ?? '').split('\n').map((line) => line.slice(4))
}

const isServer = /^(\s*server )\S+ \S+ /
const isBind = /^(\s*bind ).*/
const isOfTls = /X-Forwarded-Proto https/
